"""Prints the mutants of a folder of modules as JSON: `python3 list.py FOLDER`."""

import ast
import json
import sys
from pathlib import Path

from left_out import left_out
from sites import mutants


def main():
    found = []
    for path in sorted(Path(sys.argv[1]).glob("*.py")):
        source = path.read_text()
        lines = source.split("\n")
        for index, mutant in enumerate(mutants(ast.parse(source))):
            found.append(
                {
                    "file": path.name,
                    "index": index,
                    "line": mutant.line,
                    "column": mutant.column,
                    "place": lines[mutant.line - 1].strip(),
                    "before": mutant.before,
                    "after": mutant.after,
                    "operator": mutant.operator,
                    "leftOut": left_out(path.name, mutant),
                }
            )
    print(json.dumps({"python": sys.version.split()[0], "mutants": found}))


if __name__ == "__main__":
    main()
