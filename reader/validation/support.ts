import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { packageRoot } from "../package-root.js";
import { compilePattern, type Matcher } from "../patterns/compile-pattern.js";
import type { Node } from "./nodes/node.js";
import type { CheckOptions, Violation } from "./violation.js";

/** A validator in the form that the support module takes. */
export interface SupportedValidator {
  readonly accepts: (value: unknown) => boolean;
  readonly schema: Node;
  readonly phrase?: string | undefined;
  /** Where the schema is, for a boolean schema, which has no `at`. */
  readonly at?: string | undefined;
}

/**
 * The code that generated validators share. It has two uses: generated modules contain its text
 * (`supportSource`), and checks of contracts run it here.
 */
export interface Support {
  readonly maxDepth: number;
  isDateTime(text: string): boolean;
  isNotLater(a: string, b: string): boolean;
  conforms(node: Node, value: unknown, depth?: number): boolean;
  findings(value: unknown, validator: SupportedValidator, options?: CheckOptions): readonly Violation[];
  /** The part of a sentence for a value that matches several alternatives of `oneOf`, by their indexes. */
  explainOverlap(node: object, matching: readonly number[]): string;
  /** Sets what compiles the patterns of schemas. */
  compilePatternsBy(compile: (pattern: string) => Matcher): void;
  sentenceOf(
    keyword: string,
    schema: object,
    context: { readonly phrase?: string; readonly authority?: string },
  ): string;
  messageAt(
    pointer: string,
    text: string,
    failure: {
      readonly keyword: string;
      readonly value: unknown;
      readonly property?: string | undefined;
      readonly beside?: string | undefined;
      readonly name?: string | undefined;
      readonly secret?: boolean;
    },
  ): string;
}

const folder = join(packageRoot, "templates", "support");

/** The files that all validators need, each after those whose constants it uses. */
const files = [
  "value",
  "numbers",
  "depth",
  "scope",
  "failures",
  "code-point-length",
  "equal",
  "unique-items",
  "multiple-of",
  "date-time",
  "instant",
  "assertions",
  "alone",
  "unevaluated",
  "sentence",
  "alternatives",
  "applicators",
  "evaluate",
  "violations",
  "unknown-properties",
  "findings",
  "standard-schema",
] as const;

/** The files that only some validators need, each after those that it imports: they match patterns, and parse texts for formats. */
const optionalFiles = [
  "linear-pattern",
  "characters",
  "ip-address",
  "host-name",
  "mailbox",
  "uri",
  "uri-template",
  "json-pointer",
  "punycode",
  "joining-types",
  "idna",
  "international-mailbox",
] as const;

const modules = new Map(
  await Promise.all(
    [...files, ...optionalFiles].map(
      async (name) =>
        [name, (await import(pathToFileURL(join(folder, `${name}.js`)).href)) as object] as const,
    ),
  ),
);

/** Everything that the modules in `templates/support/` export. */
export const support = Object.assign({}, ...modules.values()) as Support & Readonly<Record<string, unknown>>;

// Here patterns may be anyone's.
support.compilePatternsBy(compilePattern);

/**
 * The text of the files as one module, without the constants of formats. Of the optional files, only those with the functions
 * that `uses` names, and what these import.
 */
export function supportSource(uses: readonly string[] = []): string {
  const needed = new Set<string>(files);
  // Each file is after those that it imports, so these are asked for before their turn comes.
  for (const name of optionalFiles.toReversed()) {
    const isUsed = uses.some((each) => Object.hasOwn(modules.get(name) ?? {}, each));
    if (isUsed) needed.add(name);
    if (!needed.has(name)) continue;
    for (const [, imported = ""] of fileText(name).matchAll(importFrom)) needed.add(imported);
  }
  const names = [...files, ...optionalFiles].filter((name) => needed.has(name));
  return names
    .map((name) =>
      fileText(name)
        .replace(/^import [^;]*;\n+/gm, "")
        .trim(),
    )
    .join("\n\n");
}

const importFrom = /^import [^;]* from "\.\/([a-z0-9-]+)\.js";/gm;

function fileText(name: string): string {
  return readFileSync(join(folder, `${name}.js`), "utf8");
}
