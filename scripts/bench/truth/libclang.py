"""
Calls of C and C++ as clang sees them: every source file of a work tree parsed with guessed include paths, errors or not.

    python3 libclang.py ROOT > calls.jsonl        (Debian: apt-get install clang python3-clang)

A line each: {"t":"f", usr, name, path, line, end, def, static} for every declaration and definition of a function met, and
{"t":"c", usr, name, path, line, in, inLine, plain} for every call of one of them; `in` is the USR of the function around it ("" = none), `plain` whether the
called name stands in that line (else a macro wrote the call). {"t":"o", name, path, line, in, inLine}: a call that clang leaves open (templates).
{"t":"e", path, line}: an error, around which clang leaves out what it cannot understand. {"t":"s", path, line, end}: lines that a condition leaves out.
"""
import json
import os
import re
import subprocess
import sys
from collections import Counter
from ctypes import POINTER, Structure, c_uint

from clang.cindex import Cursor, CursorKind, Diagnostic, Index, LinkageKind, SourceRange, TranslationUnit, conf

root = os.path.realpath(sys.argv[1])
limit = int(sys.argv[2]) if len(sys.argv) > 2 else 100000
SOURCE = re.compile(r"\.(?:c|cc|cpp|cxx|c\+\+|m|mm)$", re.I)
HEADER = re.compile(r"\.(?:h|hh|hpp|hxx|h\+\+|inl|ipp|tpp|inc)$", re.I)
FUNCTIONS = {
    CursorKind.FUNCTION_DECL, CursorKind.CXX_METHOD, CursorKind.CONSTRUCTOR, CursorKind.DESTRUCTOR,
    CursorKind.CONVERSION_FUNCTION, CursorKind.FUNCTION_TEMPLATE,
}

files = subprocess.run(["git", "-C", root, "ls-files"], capture_output=True, text=True).stdout.split("\n")
files = [f for f in files if f and os.path.exists(os.path.join(root, f))]
sources = [f for f in files if SOURCE.search(f)][:limit]
headers = [f for f in files if HEADER.search(f)]

# what makes the most includes of this tree lead somewhere, behind the system's own: a tree may keep a stdint.h for compilers that have none
bybase = {}
for h in headers:
    bybase.setdefault(os.path.basename(h), []).append(h)
folders = Counter()
for f in sources + headers:
    try:
        text = open(os.path.join(root, f), encoding="utf8", errors="replace").read()
    except OSError:
        continue
    for inc in re.findall(r'^\s*#\s*include\s*[<"]([^>"\n]+)[>"]', text, re.M):
        plain = re.sub(r"^(?:\.\.?/)+", "", inc)
        for h in bybase.get(os.path.basename(plain), []):
            if h == plain or h.endswith("/" + plain):
                folders[h[: len(h) - len(plain)].rstrip("/")] += 1
guessed = [os.path.join(root, d) for d, _ in folders.most_common(60)]
includes = [how + d for how in ("-iquote", "-idirafter") for d in guessed]

lib = conf.lib
lib.clang_getSpecializedCursorTemplate.restype = Cursor


class Ranges(Structure):
    _fields_ = [("count", c_uint), ("ranges", POINTER(SourceRange))]


lib.clang_getAllSkippedRanges.argtypes = [TranslationUnit]
lib.clang_getAllSkippedRanges.restype = POINTER(Ranges)
cxx = any(re.search(r"\.(?:cc|cpp|cxx|hpp|hh)$", f) for f in files)
# CXTranslationUnit_KeepGoing: a missing header does not end the analysis
KEEP_GOING = 0x200
seen = set()
wrong = set()
known = set()
texts = {}
out = sys.stdout


def relative(location):
    f = location.file
    if f is None:
        return None
    name = f.name
    hit = paths.get(name)
    if hit is None:
        real = os.path.realpath(name)
        hit = os.path.relpath(real, root) if real.startswith(root + "/") else ""
        paths[name] = hit
    return hit or None


paths = {}


def has(path, line, name):
    lines = texts.get(path)
    if lines is None:
        lines = open(os.path.join(root, path), encoding="utf8", errors="replace").read().split("\n")
        texts[path] = lines
    return 0 < line <= len(lines) and name in lines[line - 1]


def pattern(cursor):
    t = lib.clang_getSpecializedCursorTemplate(cursor)
    return t if t is not None and t.kind != CursorKind.INVALID_FILE and not t.kind.is_invalid() else cursor


def plain(spelling):
    return re.sub(r"<.*$", "", spelling) if not spelling.startswith("operator") else spelling


def emit(row):
    out.write(json.dumps(row, separators=(",", ":")) + "\n")


def declared(cursor):
    path = relative(cursor.location)
    if path is None:
        return
    usr = cursor.get_usr()
    key = (usr, path, cursor.location.line)
    if key in known:
        return
    known.add(key)
    emit({"t": "f", "usr": usr, "name": plain(cursor.spelling), "path": path, "line": cursor.location.line,
          "start": cursor.extent.start.line, "end": cursor.extent.end.line, "def": cursor.is_definition(),
          "static": cursor.linkage == LinkageKind.INTERNAL})


def place(cursor):
    for child in cursor.get_children():
        # the callee: the member's own place, not where the chain begins
        inner = child
        for _ in range(4):
            if inner.kind in (CursorKind.MEMBER_REF_EXPR, CursorKind.DECL_REF_EXPR):
                return inner.location
            nxt = next(iter(inner.get_children()), None)
            if nxt is None or inner.kind != CursorKind.UNEXPOSED_EXPR:
                break
            inner = nxt
        break
    return cursor.location


def walk(cursor, around):
    for child in cursor.get_children():
        kind = child.kind
        inside = around
        if kind in FUNCTIONS:
            declared(child)
            if child.is_definition():
                inside = (child.get_usr(), child.location.line)
        elif kind == CursorKind.CALL_EXPR:
            called(child, around)
        walk(child, inside)


def written(cursor):
    """What a call that depends on a template is of: libclang names only what it is called on."""
    callee = next(iter(cursor.get_children()), None)
    path = callee and relative(callee.extent.end)
    if not path:
        return ""
    end = callee.extent.end
    has(path, end.line, "")
    line = texts[path][end.line - 1] if end.line <= len(texts[path]) else ""
    text = line[: end.column - 1].rstrip()
    # `cast<remove_t<const T>>`
    while text.endswith(">"):
        depth = 0
        for at in range(len(text) - 1, -1, -1):
            depth += {">": 1, "<": -1}.get(text[at], 0)
            if depth == 0:
                break
        if depth:
            return ""
        text = text[:at].rstrip()
    return (re.findall(r"([A-Za-z_]\w*)$", text) or [""])[0]


def called(cursor, around):
    at = place(cursor)
    path = relative(at)
    if path is None:
        return
    ref = cursor.referenced
    name = cursor.spelling
    if ref is None or ref.kind not in FUNCTIONS:
        emit({"t": "o", "name": written(cursor) or name, "path": path, "line": at.line, "in": around[0], "inLine": around[1]})
        return
    ref = pattern(ref)
    home = relative(ref.location)
    if home is None:
        return
    declared(ref)
    name = plain(ref.spelling)
    emit({"t": "c", "usr": ref.get_usr(), "name": name, "path": path, "line": at.line, "in": around[0], "inLine": around[1],
          "plain": has(path, at.line, re.sub(r"^~", "", name))})


index = Index.create()
bad = 0
for n, f in enumerate(sources):
    full = os.path.join(root, f)
    std = ["-x", "c", "-std=gnu11"] if f.lower().endswith(".c") else ["-x", "objective-c"] if f.endswith(".m") else ["-x", "c++", "-std=c++17"]
    args = std + ["-I" + os.path.dirname(full), "-ferror-limit=0", "-w", "-D_GNU_SOURCE"] + includes + os.environ.get("CLANG_ARGS", "").split()
    try:
        tu = index.parse(full, args=args, options=TranslationUnit.PARSE_INCOMPLETE | TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD | KEEP_GOING)
    except Exception:
        bad += 1
        continue
    for diagnostic in tu.diagnostics:
        where = relative(diagnostic.location) if diagnostic.severity >= Diagnostic.Error else None
        if where is not None and (where, diagnostic.location.line) not in wrong:
            wrong.add((where, diagnostic.location.line))
            emit({"t": "e", "path": where, "line": diagnostic.location.line})
    skipped = lib.clang_getAllSkippedRanges(tu).contents
    for at in skipped.ranges[: skipped.count]:
        where = relative(at.start)
        if where is not None and (where, at.start.line, at.end.line) not in wrong:
            wrong.add((where, at.start.line, at.end.line))
            emit({"t": "s", "path": where, "line": at.start.line, "end": at.end.line})
    for top in tu.cursor.get_children():
        path = relative(top.location)
        if path is None:
            continue
        # what a header holds is the same everywhere, mostly
        key = (path, top.location.offset, top.spelling)
        if path != f:
            if key in seen:
                continue
            seen.add(key)
        if top.kind in FUNCTIONS:
            declared(top)
            walk(top, (top.get_usr(), top.location.line) if top.is_definition() else ("", 0))
        elif top.kind in (CursorKind.NAMESPACE, CursorKind.LINKAGE_SPEC, CursorKind.UNEXPOSED_DECL) and path != f:
            seen.discard(key)
            spaces = [top]
            for space in spaces:
                for child in space.get_children():
                    inner = (relative(child.location), child.location.offset, child.spelling)
                    if inner in seen:
                        continue
                    if child.kind in (CursorKind.NAMESPACE, CursorKind.LINKAGE_SPEC, CursorKind.UNEXPOSED_DECL):
                        spaces.append(child)
                        continue
                    seen.add(inner)
                    if child.kind in FUNCTIONS:
                        declared(child)
                        walk(child, (child.get_usr(), child.location.line) if child.is_definition() else ("", 0))
                    else:
                        walk(child, ("", 0))
        else:
            walk(top, ("", 0))
print(f"{len(sources)} sources, {bad} unreadable, {len(guessed)} include folders", file=sys.stderr)
