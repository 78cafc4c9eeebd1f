// @needs python3
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mutation } from "../support/mutation/harness.js";

interface PythonMutant {
  readonly file: string;
  readonly index: number;
  readonly before: string;
  readonly after: string;
  readonly leftOut: string | null;
}

const script = (name: string): string =>
  fileURLToPath(new URL(`../../tools/mutation/python/${name}`, import.meta.url));
const python = (...args: string[]): string => execFileSync("python3", ["-B", ...args], { encoding: "utf8" });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "oipkit-test-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function pythonMutants(source: string): PythonMutant[] {
  writeFileSync(join(folder, "module.py"), source);
  const { mutants } = JSON.parse(python(script("list.py"), folder)) as { mutants: PythonMutant[] };
  return mutants.filter(({ file }) => file === "module.py");
}

const changes = (source: string): string[] =>
  pythonMutants(source).map(({ before, after }) => `${before} -> ${after}`);

describe("the mutants of Python code", () => {
  it.each([
    { source: "a < b", wanted: ["a < b -> a <= b", "a < b -> a >= b", "a < b -> True", "a < b -> False"] },
    { source: "a is not b", wanted: ["a is not b -> a is b"] },
    { source: "f(a) and f(b)", wanted: ["f(a) and f(b) -> f(a) or f(b)", "f(a) and f(b) -> f(b)"] },
    { source: "not a", wanted: ["not a -> a"] },
    { source: "a + 1", wanted: ["a + 1 -> a - 1", "1 -> 2", "1 -> 0"] },
    { source: "a ^= b", wanted: ["a ^= b -> pass", "a ^= b -> a = b", "a ^= b -> a |= b"] },
    { source: "x = True", wanted: ["True -> False"] },
    { source: "f('ab')", wanted: ["'ab' -> ''", "'ab' -> 'AB'"] },
    { source: "['a', 'b']", wanted: ["'a' -> "] },
    { source: "{'a': 1}", wanted: ["'a': 1 -> "] },
    { source: "'a b'.split()", wanted: ["'a b' -> 'b'", "'a b' -> 'a'"] },
    { source: "f(a, b, c=d)", wanted: ["f(a, b, c=d) -> f(a, c=d)", "c=d -> "] },
    { source: "a[1:]", wanted: ["a[1:] -> a[:]"] },
    { source: "any(a)", wanted: ["any(a) -> all(a)"] },
    { source: "a.lower()", wanted: ["a.lower() -> a.upper()"] },
    { source: "re.match('[0-9]+$', a)", wanted: ["'[0-9]+$' -> '[^0-9]+$'", "'[0-9]+$' -> '[0-9]+'"] },
    { source: "if f(a):\n  g()", wanted: ["f(a) -> not f(a)", "f(a) -> True", "g() -> pass"] },
    { source: "def f():\n  return 1", wanted: ["return 1 -> return None"] },
    { source: "for a in b:\n  break", wanted: ["break -> continue"] },
  ])("include those of $source", ({ source, wanted }) => {
    expect(changes(source)).toEqual(expect.arrayContaining(wanted));
  });

  it("don't include documentation", () => {
    expect(pythonMutants('"""What it does."""\ndef f():\n  """More."""\n')).toEqual([]);
  });

  it("run one at a time", () => {
    const all = pythonMutants("def value():\n  return 3 - 1\n");
    writeFileSync(join(folder, "receiver.py"), "import module, sys\nprint(module.value(), sys.argv[1:])\n");
    const run = (name: string): string => python(script("run.py"), folder, name, "--port", "0").trim();
    expect(run("none")).toBe("2 ['--port', '0']");
    const results = all.map(({ index, before, after }) => [before, after, run(`module.py:${index}`)]);
    expect(results).toEqual([
      ["return 3 - 1", "return None", "None ['--port', '0']"],
      ["3 - 1", "3 + 1", "4 ['--port', '0']"],
      ["3", "4", "3 ['--port', '0']"],
      ["3", "2", "1 ['--port', '0']"],
      ["1", "2", "1 ['--port', '0']"],
      ["1", "0", "3 ['--port', '0']"],
    ]);
  });
});

describe("the Python receiver", () => {
  it("is mutated, and its mutants are killed", () => {
    const { code, stdout } = mutation("--receiver", "python", "--file", "stores.py:38", "--only", "6.3.6/*");
    expect(stdout).toMatch(/^python: [1-9]\d* mutants, [1-9]\d* killed, 0 noted, 0 survived\n/);
    expect(code).toBe(0);
  });
});
