import { OipkitError } from "@oipkit/runtime/errors";
import { compareVersions } from "../../../../commands/diff/compare-versions.js";
import type { Party } from "../../../../commands/diff/comparison.js";
import { redoclyLevels } from "../../../../commands/lint/engines/levels.js";
import { lintContracts } from "../../../../commands/lint/lint.js";
import type { LintSettings } from "../../../../commands/lint/settings.js";
import { createMock } from "../../../../commands/mock/index.js";
import { generateOutputs } from "../../../../generator/generate.js";
import { checkContracts } from "../../../../reader/check/check.js";
import { checkReferences } from "../../../../reader/check/references.js";
import { checkVersions } from "../../../../reader/check/versions.js";
import type { Contracts } from "../../../../reader/documents/contracts.js";
import { loadContracts } from "../../../../reader/documents/load.js";
import { readTemplates } from "../../../../reader/documents/templates.js";
import { compile } from "../../../../reader/validation/compile.js";

const folder = "/contracts";

/** What the commands do with the mutant of a document, as a sentence for each message that no user should see. */
export async function commandFaults(name: string, original: object, mutant: object): Promise<string[]> {
  const runs: readonly (readonly [string, () => Promise<readonly string[]>])[] = [
    ["generate", () => generated(name, mutant)],
    ["lint", () => linted(name, mutant)],
    ["diff", () => compared(name, original, mutant)],
    ["diff back", () => compared(name, mutant, original)],
    ["mock", () => mocked(name, mutant)],
    ["compile", () => compiled(mutant)],
  ];
  const faults: string[] = [];
  for (const [command, run] of runs) {
    for (const message of await runMessages(run))
      if (!isForUsers(message)) faults.push(`${command}: ${message}`);
  }
  return faults;
}

/** The messages of a run. What it throws on purpose is one, too. */
async function runMessages(run: () => Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof OipkitError) return [error.message];
    return [`TypeError or the like: ${error instanceof Error ? error.stack : String(error)}`];
  }
}

const internal =
  /internal error|\bTypeError\b|\bRangeError\b|Cannot (?:read|set|convert|destructure|use)|is not (?:a function|iterable|an object|defined)|\[object Object\]|\n\s+at |node_modules|, stack:|`undefined`|maximum call stack/i;

function isForUsers(message: string): boolean {
  return message !== "" && !internal.test(message);
}

function load(name: string, document: object): Promise<Contracts> {
  const input = { path: `${folder}/${name}`, file: name, text: JSON.stringify(document), name } as const;
  return loadContracts([{ ...input, role: "contract" }], folder);
}

let templates: Promise<ReadonlyMap<string, string>> | undefined;

async function generated(name: string, document: object): Promise<readonly string[]> {
  const contracts = await load(name, document);
  const found = await checkContracts(contracts, { examples: "warn" });
  const messages = found.flatMap(({ message, hint }) => [message, hint]);
  if (found.some(({ severity }) => severity === "error")) return messages;
  templates ??= readTemplates(undefined);
  const { warnings } = await generateOutputs(contracts, { templates: await templates });
  return [...messages, ...warnings.flatMap(({ message, hint }) => [message, hint])];
}

/** What some rules need. */
const ruleOptions = {
  patterns: ["^/secret"],
  names: { "200": ["X-A"] },
  mustExist: ["a"],
  allowedValues: ["application/json"],
  order: ["get"],
  min: 1,
  prefixes: ["is"],
};

/** Every rule that a user can switch on. */
const allRules: LintSettings = {
  set: "thorough",
  rules: new Map(
    Object.keys(redoclyLevels).map((rule) => [
      `redocly/${rule}`,
      { severity: "warning", options: ruleOptions },
    ]),
  ),
  overrides: [],
  plugins: [],
};

async function linted(name: string, document: object): Promise<readonly string[]> {
  const { findings } = await lintContracts(await load(name, document), allRules);
  return findings.flatMap(({ finding: { message, hint = "-" } }) => [message, hint]);
}

async function compared(name: string, old: object, current: object): Promise<readonly string[]> {
  const version = async (document: object) => {
    const contracts = await load(name, document);
    return { label: name, contracts, names: new Map([[`${folder}/${name}`, ""]]) };
  };
  const versions = { old: await version(old), new: await version(current) };
  const problems = [...versions.old.contracts.problems, ...versions.new.contracts.problems];
  if (problems.length > 0) return problems.map(({ message }) => message);
  const options = {
    mode: "full",
    time: 200,
    now: () => 0,
    keep: new Set<Party>(["consumer", "provider"]),
  } as const;
  return compareVersions(versions, options).findings.map(({ message }) => message);
}

async function mocked(name: string, document: object): Promise<readonly string[]> {
  if (!name.includes("openapi")) return [];
  const contracts = await load(name, document);
  const found = [
    ...contracts.problems,
    ...checkVersions(contracts),
    ...checkReferences(contracts),
    ...contracts.repairs,
  ];
  if (found.some(({ severity }) => severity === "error")) return found.map(({ message }) => message);
  const options = { strict: true, dynamic: false, seed: "1" };
  const mock = createMock(contracts, options);
  const messages: string[] = [];
  for (const [method, target] of requests) {
    const body = new TextEncoder().encode(method === "POST" ? '{"kind":"cat","name":"Tom"}' : "");
    const headers = { "content-type": "application/json", "x-key": "a" };
    for (const base of ["", "/v1"]) {
      const { findings } = await mock.answer({ method, target: base + target, headers, body });
      messages.push(...findings.map(({ message }) => message));
    }
  }
  return messages;
}

const requests = [
  ["GET", "/pets?limit=1&filter[a]=b"],
  ["POST", "/pets"],
  ["GET", "/pets/a"],
  ["GET", "/a/1"],
] as const;

/** The document itself, and its schemas. */
async function compiled(document: object): Promise<readonly string[]> {
  const { components } = document as { components?: { schemas?: object } | null };
  const schemas = Object.entries(components?.schemas ?? {}).map(([, schema]) => schema as unknown);
  const messages: string[] = [];
  for (const schema of [document, ...schemas]) {
    try {
      const validator = compile(schema);
      for (const value of [null, {}, "a", [1, "x"], { a: "a", kind: "cat" }])
        messages.push(
          ...validator.check(value, { all: true, strict: false }).map(({ message }) => message ?? "-"),
        );
    } catch (error) {
      if (!(error instanceof OipkitError)) throw error;
      messages.push(error.message);
    }
  }
  return messages;
}
