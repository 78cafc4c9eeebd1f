import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { createContext, Script } from "node:vm";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { subjects } from "../../generated/validators/catalog.js";
import { instances, validatorsFolder } from "../support/generated/validator-modules.js";

const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "oipkit-validators-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const files = (await readdir(validatorsFolder)).filter((name) => name.endsWith(".js"));
const alone = files.filter(
  (name) => !["catalog.js", "index.js", "violation.js", "standard-schema.js"].includes(name),
);
const read = (name: string): Promise<string> => readFile(join(validatorsFolder, name), "utf8");

/** The code without strings, regular expressions and comments. */
const bare = (text: string): string =>
  text.replace(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\*[\s\S]*?\*\/|\/\/.*/g, '""');

describe("the modules of validators", () => {
  it("generate no code from strings", async () => {
    expect(alone.length).toBeGreaterThan(50);
    for (const name of alone) {
      const text = bare(await read(name));
      expect({
        name,
        match: /\b(?:require|eval)\b\s*[("{*]|\bFunction\s*\(|\bimport\s*\(/.exec(text),
      }).toEqual({
        name,
        match: null,
      });
    }
  });

  it("exist for every subject of the catalog", async () => {
    for (const { load } of Object.values(subjects)) {
      const { is, check } = await load();
      expect([typeof is, typeof check]).toEqual(["function", "function"]);
    }
  });

  it("run where generating code from strings is forbidden, and load only the modules that they import", async () => {
    const cases = [...instances("examples"), ...instances("counterexamples")];
    await writeFile(join(folder, "cases.json"), JSON.stringify(cases));
    await writeFile(
      join(folder, "hooks.mjs"),
      `import { appendFileSync } from "node:fs";
export async function load(url, context, next) {
  if (url.includes("/validators/")) appendFileSync(${JSON.stringify(join(folder, "loaded.txt"))}, url.split("/").pop() + "\\n");
  return next(url, context);
}`,
    );
    await writeFile(
      join(folder, "run.mjs"),
      `import { readFileSync } from "node:fs";
import { register } from "node:module";
register(${JSON.stringify(pathToFileURL(join(folder, "hooks.mjs")).href)});
try { new Function("return 1"); throw new Error("generating code from strings is allowed"); } catch (error) { if (!(error instanceof EvalError)) throw error; }
const { subjects } = await import(${JSON.stringify(pathToFileURL(join(validatorsFolder, "catalog.js")).href)});
const results = [];
for (const { subject, text } of JSON.parse(readFileSync(${JSON.stringify(join(folder, "cases.json"))}, "utf8"))) {
  const { is, check } = await subjects[subject].load();
  const value = JSON.parse(text);
  const errors = check(value);
  if (is(value) !== (errors.length === 0)) throw new Error(subject);
  results.push(errors.length);
}
console.log(JSON.stringify(results));`,
    );
    const node = (args: readonly string[]) =>
      run(process.execPath, ["--no-warnings", "--disallow-code-generation-from-strings", ...args], {
        maxBuffer: 2 ** 26,
      });
    const { stdout } = await node([join(folder, "run.mjs")]);
    const valid = instances("examples").length;
    const counts = JSON.parse(stdout) as number[];
    expect(counts.slice(0, valid).every((count) => count === 0)).toBe(true);
    expect(counts.slice(valid).every((count) => count > 0)).toBe(true);

    await rm(join(folder, "loaded.txt"));
    const one = pathToFileURL(join(validatorsFolder, "subscription-renewed.js")).href;
    await writeFile(
      join(folder, "one.mjs"),
      `import { register } from "node:module";
register(${JSON.stringify(pathToFileURL(join(folder, "hooks.mjs")).href)});
const { is } = await import(${JSON.stringify(one)});
console.log(is({}));`,
    );
    expect((await node([join(folder, "one.mjs")])).stdout).toBe("false\n");
    const loaded = (await readFile(join(folder, "loaded.txt"), "utf8")).trimEnd().split("\n");
    expect(loaded.toSorted()).toEqual([
      "environment.js",
      "event-envelope.js",
      "subscription-event.js",
      "subscription-renewed.js",
      "subscription-status.js",
      "subscription-summary.js",
      "support.js",
    ]);
  });

  it("need only the language, and no globals of Node.js or the web", async () => {
    const cases = [...instances("examples"), ...instances("counterexamples")];
    for (const { name, exports } of await inBareContext()) {
      const subject = Object.entries(subjects).find(([, { load }]) =>
        String(load).includes(`./${name}"`),
      )?.[0];
      for (const { text } of cases.filter((each) => each.subject === subject)) {
        const value: unknown = JSON.parse(text);
        expect(exports.is?.(value)).toBe((await subjects[subject ?? ""]?.load())?.is(value));
        expect(JSON.stringify(exports.check?.(value))).toBe(
          JSON.stringify((await subjects[subject ?? ""]?.load())?.check(value)),
        );
      }
      if (exports.validateEvent)
        expect(exports.validateEvent({ event_type: "x" })).toMatchObject({ kind: "unknown" });
    }
  });
});

interface Exports {
  readonly is?: (value: unknown) => boolean;
  readonly check?: (value: unknown) => unknown;
  readonly validateEvent?: (value: unknown) => unknown;
}

async function inBareContext(): Promise<readonly { name: string; exports: Exports }[]> {
  return Promise.all(
    alone.map(async (name) => {
      const build = await rolldown({ input: join(validatorsFolder, name), logLevel: "silent" });
      const [{ code }] = (await build.generate({ format: "iife", name: "exported", exports: "named" }))
        .output;
      await build.close();
      const context = createContext(Object.create(null) as object, {
        codeGeneration: { strings: false, wasm: false },
      });
      return { name, exports: new Script(`${code}; exported`).runInContext(context) as Exports };
    }),
  );
}
