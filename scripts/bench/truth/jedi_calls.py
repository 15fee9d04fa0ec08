"""Calls between the folders of a tree as Jedi understands them, one JSON line each; run by stitch.ts.

    python3 jedi_calls.py ROOT < LIST-OF-FILES

A line is [file, line, column, name, file of the definition, its line, its name, how]; how is "open" for a call of a name that Jedi cannot find.
"""
import ast
import json
import os
import sys

import jedi

root = os.path.abspath(sys.argv[1])
folders = [os.path.join(root, one) for one in sorted(os.listdir(root))]
path = [os.path.join(one, "src") if os.path.isdir(os.path.join(one, "src")) else one for one in folders]
project = jedi.Project(root, sys_path=path + sys.path, smart_sys_path=False)


def position(node):
    """Where the name of what is called stands."""
    if isinstance(node, ast.Name):
        return node.id, node.lineno, node.col_offset
    if isinstance(node, ast.Attribute):
        return node.attr, node.end_lineno, node.end_col_offset - len(node.attr)
    return None


for name in sys.stdin.read().split("\n"):
    if not name:
        continue
    file = os.path.join(root, name)
    try:
        text = open(file, encoding="utf-8").read()
        tree = ast.parse(text)
    except (SyntaxError, UnicodeDecodeError):
        continue
    own = name.split("/")[0] + "/"
    script = jedi.Script(text, path=file, project=project)
    lines = text.split("\n")
    for node in ast.walk(tree):
        place = position(node.func) if isinstance(node, ast.Call) else None
        if place is None:
            continue
        word, line, column = place
        column = len(lines[line - 1].encode()[:column].decode())
        try:
            found = script.goto(line, column, follow_imports=True)
        except Exception:
            found = []
        told = False
        for one in found:
            at = str(one.module_path) if one.module_path else ""
            if one.type not in ("function", "class"):
                continue
            told = True
            if at.startswith(root + "/") and one.line:
                print(json.dumps([name, line, column, word, at[len(root) + 1 :], one.line, one.name, "call"]))
        if not told:
            print(json.dumps([name, line, column, word, "", 0, "", "open"]))
