/** That a process which was started ends: after a time, sooner where it waits for something that does not come, and with the one that started it. */
import { readdirSync, readFileSync } from "node:fs";

/** Milliseconds without any work after which a process waits in vain: what waits for a disk counts as working. */
const STILL = 2_000;
/** Milliseconds between two looks. */
const LOOKS = 250;
/** Kilobytes of memory of its own that a git may take: the index of four million files has as many. A file without an end would take all there is. */
const MOST_MEMORY = 1_000_000;

const running = new Set<number>();
let watching = false;

/** Watches one child from its start to `end()`. */
export class Guard {
  readonly #hard: Timer;
  readonly #looks: Timer;
  readonly #pid: number;

  /**
   * @param limit milliseconds that it may take at all
   * @param stopped told the end of a sentence before the child is killed, with all that it has started
   */
  constructor(child: { pid: number }, limit: number, stopped: (why: string) => void) {
    this.#pid = child.pid;
    running.add(child.pid);
    if (!watching) {
      watching = true;
      process.on("exit", () => {
        for (const pid of running) killTree(pid);
      });
    }
    const stop = (why: string): void => {
      stopped(why);
      killTree(this.#pid);
    };
    this.#hard = setTimeout(() => stop(`did not finish within ${limit / 1000} s`), limit);
    let before = "";
    let still = 0;
    this.#looks = setInterval(() => {
      if (memoryOf(this.#pid) > MOST_MEMORY) return stop("takes more memory than any repository needs (a device or a file without an end)");
      const now = workOf(this.#pid);
      // Looks are counted, not seconds: while this process itself was busy, nobody may have read what the child wrote.
      still = now !== null && now === before ? still + LOOKS : 0;
      before = now ?? "";
      if (still >= STILL) stop("waits for something that does not come (a pipe or a device in the place of a file)");
    }, LOOKS);
  }

  /** The child has ended. */
  end(): void {
    clearTimeout(this.#hard);
    clearInterval(this.#looks);
    running.delete(this.#pid);
  }
}

/** What a process has done so far (processor time, bytes read and written); null while it works or waits for a disk, and where that cannot be told. */
function workOf(pid: number): string | null {
  try {
    let work = "";
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, "latin1");
      // The name stands in brackets and may hold anything. State, then user and system time 11 and 12 further on.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (fields[0] !== "S") return null;
      work += `${fields[11]} ${fields[12]} `;
    }
    return work + bytesOf(pid);
  } catch {
    return null;
  }
}

/** Kilobytes of memory that are no file's; 0 where the kernel does not tell. */
function memoryOf(pid: number): number {
  try {
    return Number(/^RssAnon:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function bytesOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/io`, "latin1");
  } catch {
    // Not every kernel tells.
    return "";
  }
}

function killTree(pid: number): void {
  let children: string[] = [];
  try {
    children = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ").filter(Boolean);
  } catch {
    // It has ended, or the kernel does not tell.
  }
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
  for (const child of children) killTree(Number(child));
}
