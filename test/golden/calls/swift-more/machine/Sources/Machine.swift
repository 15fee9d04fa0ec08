protocol MachineDelegate: AnyObject {
    func machine(_ m: Machine, didEnter state: State)
    func log(_ text: String)
}

extension MachineDelegate {
    func log(_ text: String) { Logger.shared.write(text) }
}

enum State {
    case idle
    case running(Job)
    case failed(error: MachineError)

    var title: String {
        switch self {
        case .idle: return "idle"
        case .running(let job): return job.name()
        case .failed(let error): return error.text()
        }
    }

    func isFinal() -> Bool {
        if case .failed = self { return true }
        return false
    }
}

struct MachineError: Error {
    let code: Int
    func text() -> String { "code \(code)" }
}

class Machine {
    weak var delegate: MachineDelegate?
    private(set) var state: State = .idle
    private var queue = Queue<Job>()

    func submit(_ job: Job) {
        queue.push(job)
        step()
    }

    func step() {
        guard !state.isFinal() else { return }
        if let next = queue.pop() {
            transition(to: .running(next))
            run(next, then: finish)
        }
    }

    private func run(_ job: Job, then done: (Bool) -> Void) {
        do {
            try job.execute()
            done(true)
        } catch let e as MachineError {
            transition(to: .failed(error: e))
            delegate?.log(e.text())
        } catch {
            done(false)
        }
    }

    private func finish(_ ok: Bool) { transition(to: .idle) }

    private func transition(to s: State) {
        state = s
        delegate?.machine(self, didEnter: s)
    }
}
