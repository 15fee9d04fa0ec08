protocol Job {
    func execute() throws
    func name() -> String
}

extension Job {
    func name() -> String { String(describing: self) }
}

class BaseJob: Job {
    let id: Int
    init(id: Int) { self.id = id }

    func execute() throws {
        prepare()
        try work()
    }

    func prepare() {}
    func work() throws { throw MachineError(code: id) }
}

class CopyJob: BaseJob {
    static let limit = 4
    private let source: String

    convenience init() {
        self.init(id: 1, source: "tmp")
    }

    init(id: Int, source: String) {
        self.source = source
        super.init(id: id)
    }

    override func work() throws {
        try super.work()
        Self.validate(source)
    }

    static func validate(_ s: String) { Logger.shared.write(s) }
}

final class CompositeJob: Job {
    private var jobs: [Job] = []

    func add(_ j: Job) -> CompositeJob {
        jobs.append(j)
        return self
    }

    func execute() throws {
        for job in jobs { try job.execute() }
    }
}
