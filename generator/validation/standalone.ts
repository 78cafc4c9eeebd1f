import type { Contracts } from "../read/contracts.js";
import type { Place } from "../read/place.js";
import { join } from "../render/code.js";
import { inlineLiteral } from "../render/literal.js";
import { type AjvCode, ajvCode } from "./ajv-code.js";
import { FailureSites } from "./failure-sites.js";
import { formatSource } from "./formats.js";
import { knownProperties } from "./known-properties.js";
import { linkSchemas } from "./link.js";
import type { DocumentNames, Linked } from "./linked.js";
import type { Origin } from "./origins.js";
import { predicateCode } from "./predicate.js";
import { rewriteFailures } from "./rewrite.js";
import { shapeCode } from "./shape-code.js";
import { type SnippetName, snippetSource } from "./snippets.js";

/** A schema to compile, and what its documents are called in a sentence. */
export interface ValidatorSubject {
  readonly place: Place;
  readonly phrase: string;
}

/**
 * The body of a module without imports that validates one schema: `accepts` tells whether a value is valid, `all`
 * finds all failures and leaves them in `.errors`, for `toViolations` with `sites`. `known` is the strict
 * reading's shape, `shapes` the table of those that several places share.
 */
export function validatorBody(contracts: Contracts, subject: ValidatorSubject): string {
  const linked = linkSchemas(contracts, [subject.place], { share: false });
  return linkedBody(linked, { names: contracts.names, subject });
}

/** What the body of a standalone validator depends on. */
export interface LinkedBodyOptions {
  readonly names: DocumentNames;
  readonly subject: { readonly place: Origin; readonly phrase: string };
  /** Whether a keyword that has no effect is an error. Default: false. */
  readonly strict?: boolean;
}

/** The same for a schema that is linked already. */
export function linkedBody(linked: Linked, { names, subject, strict = false }: LinkedBodyOptions): string {
  const ajv = ajvCode(linked, { allErrors: true, strict });
  const subjects = new Map([...ajv.roots.values()].map((name) => [name, subject]));
  const sites = new FailureSites({ names, linked, subjects });
  const lines = moduleOf(ajv, sites);
  const { known, shapes } = shapeCode(knownProperties(names, linked));
  return withPrelude([
    `const sites = ${inlineSites(sites)};`,
    `const accepts = ${acceptance(linked, { sites, strict })};`,
    `const all = ${closure(lines, [...ajv.roots.values()].join(""))};`,
    `const known = ${known.join("")};`,
    `const shapes = {${join(shapes, ", ")}};`,
  ]);
}

/** The same for many schemas that share what they refer to: lists, by the number of the schema. */
export function validatorsBody(contracts: Contracts, subjects: readonly ValidatorSubject[]): string {
  const linked = linkSchemas(
    contracts,
    subjects.map(({ place }) => place),
    { share: true },
  );
  const { names } = contracts;
  const ajv = ajvCode(linked, { allErrors: true });
  const functions = linked.roots.map((root) => ajv.roots.get(root) ?? "");
  const named = functions.flatMap((name, index) =>
    subjects[index] ? [[name, subjects[index]] as const] : [],
  );
  const sites = new FailureSites({ names, linked, subjects: new Map(named) });
  const lines = moduleOf(ajv, sites);
  const predicate = predicateCode(linked);
  const { known, shapes } = shapeCode(knownProperties(names, linked));
  return withPrelude([
    `const sites = ${inlineSites(sites)};`,
    `const all = ${closure(lines, `[${functions.join(", ")}]`)};`,
    `const accepts = ${predicate ? closure(predicate.statements.map(String), `[${predicate.roots.join(", ")}]`) : "all"};`,
    `const known = [\n${known.map((shape) => `  ${shape},`).join("\n")}\n];`,
    `const shapes = {\n${shapes.map((shape) => `  ${shape},`).join("\n")}\n};`,
  ]);
}

/** The quickest function that tells whether a value is valid: a predicate, or Ajv's that ends at the first failure. */
function acceptance(
  linked: Linked,
  { sites, strict }: { readonly sites: FailureSites; readonly strict: boolean },
): string {
  const predicate = predicateCode(linked);
  if (predicate) return closure(predicate.statements.map(String), predicate.roots.join(""));
  const first = ajvCode(linked, { allErrors: false, strict });
  return closure(moduleOf(first, sites), [...first.roots.values()].join(""));
}

function inlineSites(sites: FailureSites): string {
  return `[\n${sites.table.map((site) => `  ${inlineLiteral(site)},\n`).join("")}]`;
}

function closure(lines: readonly string[], result: string): string {
  return `/* @__PURE__ */ (() => {\n${lines.join("\n")}\nreturn ${result};\n})()`;
}

const runtime = {
  'require("ajv/dist/runtime/ucs2length").default': "codePointLength",
  'require("ajv/dist/runtime/equal").default': "equal",
} as const;

/** Ajv's lines without exports and imports, and without constants that only its error records used. */
function moduleOf(ajv: AjvCode, sites: FailureSites): string[] {
  const lines = rewriteFailures(ajv, sites)
    .filter(
      (line) =>
        line !== '"use strict";' && line !== "" && !/^export const root\d+ = validate\d+;$/.test(line),
    )
    .map(inlineConstant);
  const text = lines.join("\n");
  return text.split("\n").filter((line) => {
    const constant = /^const (schema\d+) = /.exec(line)?.[1];
    return constant === undefined || text.split(constant).length > 2;
  });
}

/** `const formats0 = formats.uuid;` and `const func0 = require(…).default;` with what they stand for. */
function inlineConstant(line: string): string {
  const constant = /^const (\w+) = (?:formats(?:\.(\w+)|\["([^"]+)"\])|(require\(.*\)(?:\.default)?));$/.exec(
    line,
  );
  if (!constant) return line;
  const [, name, plain, quoted, required] = constant;
  if (required === undefined) return `const ${name} = ${formatSource(plain ?? quoted ?? "")};`;
  const known = runtime[required as keyof typeof runtime];
  if (known === undefined) throw new Error(`the validator would import ${required}`);
  return `const ${name} = ${known};`;
}

const snippetOrder: readonly [SnippetName, RegExp][] = [
  ["failures", /./],
  ["violations", /./],
  ["unknown-properties", /./],
  ["findings", /./],
  ["code-point-length", /\bcodePointLength\b/],
  ["equal", /= equal;/],
  ["unique-items", /\bholdsTwice\b/],
  ["multiple-of", /\bisMultiple\b/],
  ["date-time", /\bisDateTime\b|\bisNotLater\b/],
  ["instant", /\bisNotLater\b/],
];

function withPrelude(statements: readonly string[]): string {
  const text = statements.join("\n");
  const used = snippetOrder.filter(([, use]) => use.test(text)).map(([name]) => snippetSource(name));
  return [...used, text].join("\n");
}
