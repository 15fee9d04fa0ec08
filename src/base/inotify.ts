/**
 * Linux' own record of what happens in folders, read synchronously.
 *
 * A file watcher of the runtime tells of a change some milliseconds after it; here whoever asks reads the kernel's queue himself, so a
 * write that was over before the question is always seen. Only `inotify_init1` and `inotify_add_watch` need the C library; the queue
 * is an ordinary file descriptor.
 */
import { closeSync, readSync } from "node:fs";

/** What is recorded: content, attributes (a file made unreadable), and everything that comes, goes or is renamed; of folders only, no links followed. */
const MASK = 0x2 | 0x4 | 0x8 | 0x40 | 0x80 | 0x100 | 0x200 | 0x400 | 0x800 | 0x0100_0000 | 0x0200_0000;
const NONBLOCK_CLOEXEC = 0o2004000;
const OVERFLOW = 0x4000;
const IS_FOLDER = 0x4000_0000;
/** The watched folder itself went away or was moved. */
const SELF = 0x400 | 0x800 | 0x2000 | 0x8000;

export interface FolderEvent {
  /** Number that `watch` gave for the folder. */
  watch: number;
  /** Name in the folder; "" for the folder itself. */
  name: string;
  /** Folders came, went or moved: what is watched may not be what there is. */
  structure: boolean;
}

interface Library {
  inotify_init1(flags: number): number;
  inotify_add_watch(fd: number, path: Uint8Array, mask: number): number;
}

async function library(): Promise<Library | null> {
  try {
    const { dlopen, FFIType } = await import("bun:ffi");
    const { symbols } = dlopen("libc.so.6", {
      inotify_init1: { args: [FFIType.i32], returns: FFIType.i32 },
      inotify_add_watch: { args: [FFIType.i32, FFIType.ptr, FFIType.u32], returns: FFIType.i32 },
    });
    return symbols;
  } catch {
    // No such library (another C library, another system): do without.
    return null;
  }
}

/** One queue of events. */
export class Inotify {
  readonly #buffer = Buffer.alloc(1 << 16);
  private constructor(
    private readonly fd: number,
    private readonly lib: Library,
  ) {}

  /** A new queue, or null where the system has none to give. */
  static async open(): Promise<Inotify | null> {
    const lib = await library();
    const fd = lib?.inotify_init1(NONBLOCK_CLOEXEC) ?? -1;
    return lib && fd >= 0 ? new Inotify(fd, lib) : null;
  }

  /** Records what happens in a folder from now on; a folder that is watched already keeps its number. Negative where that cannot be done. */
  watch(folder: string): number {
    return this.lib.inotify_add_watch(this.fd, Buffer.from(`${folder}\0`), MASK);
  }

  /** Everything recorded since the last call, or null if some of it was lost. */
  drain(): FolderEvent[] | null {
    const events: FolderEvent[] = [];
    for (let lost = false; ; ) {
      const length = this.#read();
      if (length === 0) return lost ? null : events;
      for (let at = 0; at + 16 <= length; ) {
        const mask = this.#buffer.readUInt32LE(at + 4);
        const size = this.#buffer.readUInt32LE(at + 12);
        const raw = this.#buffer.toString("utf8", at + 16, at + 16 + size);
        const end = raw.indexOf("\0");
        lost ||= (mask & OVERFLOW) !== 0;
        const structure = (mask & (IS_FOLDER | SELF)) !== 0;
        events.push({ watch: this.#buffer.readInt32LE(at), name: end < 0 ? raw : raw.slice(0, end), structure });
        at += 16 + size;
      }
    }
  }

  #read(): number {
    try {
      return readSync(this.fd, this.#buffer, 0, this.#buffer.length, null);
    } catch (error) {
      if ((error as { code?: string }).code === "EAGAIN") return 0;
      throw error;
    }
  }

  close(): void {
    closeSync(this.fd);
  }
}
