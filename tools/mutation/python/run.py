"""Runs a program with one mutant in one of its modules: `python3 run.py FOLDER FILE:INDEX ARGUMENT...`.

FOLDER holds the program, `receiver.py`; `FILE:INDEX` is a mutant as `list.py` numbers it, or `none`.
"""

import ast
import importlib.abc
import importlib.util
import resource
import runpy
import sys
from pathlib import Path

from sites import mutants

# A thread reserves 8 MB, of which it uses a few KB.
MAX_MEMORY = 4 << 30


class MutantLoader(importlib.abc.Loader):
    """Loads a module with one mutant."""

    def __init__(self, path, index):
        self.path, self.index = path, index

    def create_module(self, _):
        return None

    def exec_module(self, module):
        tree = ast.parse(self.path.read_text())
        list(mutants(tree))[self.index].apply()
        exec(compile(ast.fix_missing_locations(tree), str(self.path), "exec"), module.__dict__)


class MutantFinder(importlib.abc.MetaPathFinder):
    def __init__(self, folder, file, index):
        self.name, self.loader = file.removesuffix(".py"), MutantLoader(folder / file, index)

    def find_spec(self, name, _path, _target=None):
        return importlib.util.spec_from_loader(name, self.loader) if name == self.name else None


def main():
    folder, mutant = Path(sys.argv[1]), sys.argv[2]
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    sys.argv = [str(folder / "receiver.py"), *sys.argv[3:]]
    sys.path.insert(0, str(folder))
    if mutant != "none":
        file, index = mutant.split(":")
        sys.meta_path.insert(0, MutantFinder(folder, file, int(index)))
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main()
