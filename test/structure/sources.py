"""What the structure checks share: walking the tree and reporting."""

import pathlib
import sys

CODE_SUFFIXES = {".cpp", ".h", ".def"}


def files(root, *folders, suffixes=None):
    """The files under the given folders of root, sorted; hidden ones too."""
    found = []
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                if suffixes is None or path.suffix in suffixes:
                    found.append(path)
    return found


def run(check):
    """Runs check(root), which yields what is wrong, as a test of argv[1]."""
    root = pathlib.Path(sys.argv[1]).resolve()
    problems = list(check(root))
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)
