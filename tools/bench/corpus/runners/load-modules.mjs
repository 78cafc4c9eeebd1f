import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { transformSync } from "rolldown/utils";

/**
 * @typedef {{ readonly path: string, readonly message: string }} LoadError
 * @typedef {{ readonly modules: number, readonly checks: number, readonly count: number, readonly errors: readonly LoadError[] }} Loaded
 */

const maxErrors = 20;
/** A few of everything that JSON can hold. */
const values = [
  ...[null, true, 0, -1.5, 1e300, "", "a", "2024-02-29T00:00:00Z", [], [null], ["a", "a"], [[]], [{}]],
  ...[{}, { id: "a", type: "a", name: "a", data: {} }, { id: 1, type: null, items: [{}], value: [] }],
  ...[JSON.parse('{"__proto__":{},"constructor":1,"toString":"a"}'), { a: { a: { a: [1, { a: "" }] } } }],
];

/**
 * Compiles and imports each module of validators that was generated, and calls what it exports with a few values: nothing may throw, `check` lists
 * violations, and `is` agrees with it.
 * @param {{ folder: string }} task
 * @returns {Promise<Loaded>}
 */
export default async function run({ folder }) {
  const errors = [];
  let checks = 0;
  const paths = modulesIn(join(folder, "validators"));
  for (const path of paths) {
    const { code, errors: faults } = transformSync(path, readFileSync(path, "utf8"), { lang: "ts" });
    for (const { message } of faults)
      errors.push({ path: relative(folder, path), message: `import: ${message}` });
    writeFileSync(compiledPath(path), code);
  }
  for (const path of paths) {
    const note = (name, message) =>
      errors.push({ path: relative(folder, path), message: `${name}: ${message}` });
    let module;
    try {
      module = await import(pathToFileURL(compiledPath(path)).href);
    } catch (error) {
      note("import", String(error));
      continue;
    }
    for (const { name, is, check } of validatorsIn(module)) {
      checks++;
      const problem = problemOf({ is, check });
      if (problem !== undefined) note(name, problem);
    }
  }
  return { modules: paths.length, checks, count: errors.length, errors: errors.slice(0, maxErrors) };
}

function modulesIn(folder) {
  let entries = [];
  try {
    entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    // A document without schemas has no validators.
    if (error.code !== "ENOENT") throw error;
  }
  const names = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".ts"));
  return names.map((entry) => join(entry.parentPath, entry.name)).sort();
}

function compiledPath(path) {
  return path.replace(/\.ts$/, ".js");
}

/** What a module exports for its users: `is` with `check`, and the checks of each operation. */
function validatorsIn(module) {
  const found =
    typeof module.check === "function" ? [{ name: "check", is: module.is, check: module.check }] : [];
  const walk = (name, part) => {
    if (typeof part === "function") found.push({ name, is: undefined, check: part });
    else if (typeof part === "object")
      for (const [key, each] of Object.entries(part ?? {})) walk(`${name} ${key}`, each);
  };
  if (typeof module.operations === "object") walk("operations", module.operations);
  return found;
}

/** The first thing that is wrong with a validator. */
function problemOf({ is, check }) {
  for (const value of values) {
    const shown = JSON.stringify(value);
    try {
      const violations = check(value);
      if (!Array.isArray(violations)) return `check(${shown}) returned no list`;
      const isValid = is?.(value);
      if (is !== undefined && isValid !== (violations.length === 0))
        return `is(${shown}) is ${isValid}, but check finds ${violations.length} violations`;
      const internal = violations.find(({ code }) => code === "validator-failed");
      if (internal !== undefined) return `check(${shown}): ${internal.message}`;
    } catch (error) {
      return `with ${shown}: ${error}`;
    }
  }
  return undefined;
}
