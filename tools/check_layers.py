#!/usr/bin/env python3
"""Checks that each folder of src/ includes only from itself and from layers above it.

The order, from the top: base, state, timers, lane, pvm, chain, scripted, trace, sim, node, abci, in_process, client,
actor_tools, cli; pvm knows base alone, and actor_tools nothing of sim, node, abci and client. Inside of pvm: its own headers, numbers, syntax,
objects, compiler, library, interpreter. Public headers in include/ use nothing from src/. Only `#include "…"` lines
are looked at."""
import argparse
import re
import sys

import sources

MAY_USE = {layer: set(sources.LAYERS[:i + 1]) for i, layer in enumerate(sources.LAYERS)}
MAY_USE["pvm"] = {"base", "pvm"}
MAY_USE["actor_tools"] -= {"sim", "node", "abci", "in_process", "client"}

# The order of the folders inside of a layer; "" are the files of the layer's own folder.
INSIDE = {"pvm": ["", "numbers", "syntax", "objects", "compiler", "library", "interpreter"]}

_INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)


def includes(path):
    """(line number, included path) of each quoted include."""
    text = path.read_text(encoding="utf-8")
    return [(text.count("\n", 0, m.start(1)) + 1, m.group(1)) for m in _INCLUDE.finditer(text)]


def parts_of(where):
    """The layer and the folder inside of it, of a path below src/."""
    return where.parts[0], where.parts[1] if len(where.parts) > 2 else ""


def target_parts(root, path, name):
    """Layer and folder that an include reaches, "public" for include/, None when there is no such file."""
    if (root / "include" / name).is_file():
        return "public", ""
    for start in (path.parent, root / "src"):
        target = (start / name).resolve()
        if target.is_file() and target.is_relative_to(root / "src"):
            return parts_of(target.relative_to(root / "src"))
    return None, ""


def inside(layer, folder, target):
    """What is wrong with an include of folder `target` in `folder` of the same layer; None if nothing is."""
    order = INSIDE.get(layer)
    if order is None or folder not in order or target not in order[order.index(folder) + 1:]:
        return None
    may = order[:order.index(folder) + 1]
    return f"{layer}/{folder or '*.hpp'} may use only {', '.join(x or f'{layer}/*.hpp' for x in may)}"


def violations(root):
    root = root.resolve()
    found = []
    for path in sources.cpp_files(root, under=("src", "include")):
        where = path.relative_to(root)
        layer = where.parts[1] if where.parts[0] == "src" else "public"
        if layer != "public" and layer not in MAY_USE:
            found.append(f"{where}: src/{layer} is no layer; known are {', '.join(sources.LAYERS)}")
            continue
        folder = parts_of(where.relative_to("src"))[1] if layer != "public" else ""
        if layer in INSIDE and folder not in INSIDE[layer]:
            found.append(f"{where}: {layer}/{folder} is not in the order of the folders of {layer}")
        for line, name in includes(path):
            target, target_folder = target_parts(root, path, name)
            if target is None:
                found.append(f'{where}:{line}: "{name}" is no file of src/ or include/')
            elif target != "public" and layer == "public":
                found.append(f'{where}:{line}: a public header includes "{name}" from src/{target}')
            elif target != "public" and target not in MAY_USE[layer]:
                found.append(f'{where}:{line}: {layer} includes "{name}"; it may use only '
                             f'{", ".join(x for x in sources.LAYERS if x in MAY_USE[layer])}')
            elif target == layer and (why := inside(layer, folder, target_folder)):
                found.append(f'{where}:{line}: includes "{name}"; {why}')
    return found


def main():
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    found = violations(sources.ROOT)
    print("\n".join(found) if found else "layers: every include points upwards")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
