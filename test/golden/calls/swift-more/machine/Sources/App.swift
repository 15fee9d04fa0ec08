final class Logger {
    static let shared = Logger()
    private init() {}
    func write(_ s: String) { print(prefix() + s) }
    private func prefix() -> String { "> " }
}

final class App: MachineDelegate {
    private let machine: Machine
    private let jobs: [BaseJob]

    init() {
        machine = Machine()
        jobs = [CopyJob(), BaseJob(id: 2)]
        machine.delegate = self
    }

    func start() {
        machine.submit(CompositeJob().add(jobs[0]))
        jobs.forEach(enqueue)
        jobs.first?.prepare()
        for job in jobs {
            if let copy = job as? CopyJob {
                inspect(copy)
            }
            job.prepare()
        }
    }

    private func enqueue(_ job: BaseJob) { machine.submit(job) }

    func machine(_ m: Machine, didEnter state: State) {
        log(state.title)
        if state.isFinal() { m.step() }
    }

    private func inspect(_ any: Any) {
        guard let job = any as? CopyJob else { return }
        CopyJob.validate(job.name())
    }
}

@main
struct Entry {
    static func main() {
        let app = App()
        app.start()
    }
}
