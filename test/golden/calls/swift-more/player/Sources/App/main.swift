import Core

struct Player {
    let output: Output
    var current: Playable?
    private var handlers: [String: (Player) -> () -> Void] = ["stop": Player.stop]

    init(output: Output = .shared) { self.output = output }

    mutating func start(_ item: Playable) {
        current = item
        output.write(item.label)
        if !item.play(from: 0) { stop() }
    }

    func stop() { output.flush() }

    mutating func startAll<S: Sequence>(_ items: S) where S.Element == Playable {
        for item in items { start(item) }
    }
}

func load(_ lines: [String]) -> [Track] {
    lines.compactMap(Track.init(line:))
}

func report(_ list: Playlist) {
    print(list.id, list.duration, list.first?.duration ?? 0)
    print(list[0].label)
}

func run() throws {
    let tracks = load(["a;1", "b;2"])
    let list = Playlist(tracks: tracks).append(Track(title: "c", seconds: 3))
    list.onChange = report
    let shuffled = ShufflePlaylist()
    shuffled.append(tracks[0]).append(tracks[1])
    var player = Player()
    player.start(list.sorted(by: .length))
    player.startAll([list, shuffled])
    var queue = Queue<Track>()
    queue.push(tracks[0])
    _ = queue.playNext()
    print(tracks.total())
    defer { player.stop() }
    let again = { player.current?.replay() }
    _ = again()
}

try run()
