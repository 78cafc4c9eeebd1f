import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { packageRoot } from "../package-root.js";
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

/** The files, each after those whose constants it uses. */
const files = [
  "value",
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
  "applicators",
  "evaluate",
  "sentence",
  "violations",
  "unknown-properties",
  "findings",
  "standard-schema",
] as const;

const modules = await Promise.all(
  files.map(
    async (name) => (await import(pathToFileURL(join(folder, `${name}.js`)).href)) as Record<string, unknown>,
  ),
);

/** Everything that the modules in `templates/support/` export. */
export const support = Object.assign({}, ...modules) as Support & Readonly<Record<string, unknown>>;

/** The text of all files as one module, without formats. */
export function supportSource(): string {
  const texts = files.map((name) => readFileSync(join(folder, `${name}.js`), "utf8"));
  return texts.map((text) => text.replace(/^import [^;]*;\n+/gm, "").trim()).join("\n\n");
}
