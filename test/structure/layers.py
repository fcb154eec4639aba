#!/usr/bin/env python3
"""Each layer includes only itself and the layers that lib/README.md lets it.

The table there, "| layer | holds | may include |", is what this test reads;
"may include" is transitive. The rooms of a layer have such a table in its own
README.md, and include each other as "Room/File.h". And a strategy is named in its
own source alone.
"""

import re

import sources

# The layers that know nothing of Clang, and what they may use of LLVM.
CORE = {"Target", "Kernel", "Analysis", "Layout", "Report", "Profile"}
CORE_LLVM = ("llvm/ADT/", "llvm/Support/")

ROW = re.compile(r"^\| `(\w+)` \|.*\| ([^|]*) \|$", re.MULTILINE)
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def allowed_layers(table):
    """Maps each layer to all layers that it may include, itself among them."""
    direct = {}
    for layer, names in ROW.findall(table):
        direct[layer] = set(re.findall(r"`(\w+)`", names)) or {names.strip()}
    for layer, names in direct.items():
        if names == {"all"}:
            direct[layer] = set(direct)

    def reach(layer, seen):
        if layer in direct and layer not in seen:
            seen.add(layer)
            for name in direct[layer]:
                reach(name, seen)
        return seen

    return {layer: reach(layer, set()) for layer in direct}


def layer_files(root, layer):
    # lib/Frontend/Headers is data: what kernels include, not the layer's code.
    data = root / "lib" / "Frontend" / "Headers"
    folders = (f"include/bankfix/{layer}", f"lib/{layer}")
    for path in sources.files(root, *folders, suffixes=sources.CODE_SUFFIXES):
        if data not in path.parents:
            yield path


def wrong_include(root, layer, allowed, path, quote, name):
    """Why a file of the layer may not include this, or None."""
    if name.startswith("bankfix/"):
        if name.split("/")[1] not in allowed:
            return f"{layer} may not include it"
    elif layer in CORE and name.startswith(("clang/", "clang-")):
        return f"{layer} knows nothing of Clang"
    elif layer in CORE and name.startswith("llvm/") and not name.startswith(CORE_LLVM):
        return f"{layer} uses only ADT and Support of LLVM"
    elif quote == '"':
        home = root / "lib" / layer
        beside = (path.parent / name).resolve()
        if beside.is_file() and home not in beside.parents:
            return f"it is no header of lib/{layer}"
    return None


def check_rooms(root, house):
    """The includes between the rooms of one layer."""
    allowed = allowed_layers((house / "README.md").read_text(encoding="utf-8"))
    if not allowed:
        return  # It has no rooms.
    data = {"Headers"}
    for room in sorted(path.name for path in house.iterdir() if path.is_dir()):
        if room not in allowed and room not in data:
            yield f"{(house / room).relative_to(root)}: no such room in {house.name}/README.md"
    for room in allowed:
        for path in sources.files(root, house / room, suffixes=sources.CODE_SUFFIXES):
            for quote, name in INCLUDE.findall(path.read_text(encoding="utf-8")):
                other = name.split("/")[0]
                if quote == '"' and other in allowed and other not in allowed[room]:
                    yield f"{path.relative_to(root)}: includes {name}, but {room} may not"


STRATEGY = re.compile(r"StrategyKind::(?!Id\b)(\w+)")


def check_strategies(root):
    """Planner, rewriter, proof and reports name no strategy: they ask its map."""
    home = root / "lib" / "Layout" / "Strategies"
    for path in sources.files(root, "lib", "include", "tools", suffixes=sources.CODE_SUFFIXES):
        if home not in path.parents:
            for name in STRATEGY.findall(path.read_text(encoding="utf-8")):
                yield f"{path.relative_to(root)}: names the strategy {name}"


def check(root):
    yield from check_strategies(root)
    for readme in sorted((root / "lib").glob("*/README.md")):
        yield from check_rooms(root, readme.parent)
    allowed = allowed_layers((root / "lib" / "README.md").read_text(encoding="utf-8"))
    for folder in ("lib", "include/bankfix"):
        for path in sorted((root / folder).glob("*/")):
            if path.is_dir() and path.name not in allowed:
                yield f"{path.relative_to(root)}: no such layer in lib/README.md"
    for layer in allowed:
        for path in layer_files(root, layer):
            text = path.read_text(encoding="utf-8")
            for quote, name in INCLUDE.findall(text):
                why = wrong_include(root, layer, allowed[layer], path, quote, name)
                if why:
                    yield f"{path.relative_to(root)}: includes {name}, but {why}"


if __name__ == "__main__":
    sources.run(check)
