import { type Code, code, join, scriptText } from "../../../reader/text/code/code.js";
import { inlineLiteral } from "../../../reader/text/code/literal.js";
import { formatDeclaration, formatFunctions } from "../../../reader/validation/formats.js";
import { supportSource } from "../../../reader/validation/support.js";
import type { Render } from "../../render/template.js";
import { fileHeader, type GeneratedFile } from "../file.js";
import type { ValidatorModules } from "./modules.js";

/** `validators/support.ts`: the code that all validators share, with the formats and the patterns that they need. */
export function emitSupport(modules: ValidatorModules, render: Render): GeneratedFile {
  const view = {
    header: fileHeader([]),
    body: supportBody(modules),
    formats: join(modules.formats.map(formatDeclaration), "\n\n"),
  };
  return { path: "validators/support.ts", text: render("validators-support.ts", view) };
}

/** The functions, with the programs of the patterns that they match in linear time. */
function supportBody({ formats, programs, supported }: ValidatorModules): Code {
  const functions = formatFunctions(formats);
  if (programs.size === 0) return scriptText(withTypes(supportSource(functions), supported));
  const list = [...programs]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([pattern, program]) => [pattern, program]);
  return join(
    [
      scriptText(withTypes(supportSource([...functions, "linearPattern"]), supported)),
      code`const linearPrograms = new Map(${inlineLiteral(list)});`,
      code`compilePatternsBy((text) => {\n  const program = linearPrograms.get(text);\n  return program === undefined ? nativePattern(text) : linearPattern(program);\n});`,
    ],
    "\n\n",
  );
}

/** The code as TypeScript that exports nothing but what has these names. */
function withTypes(source: string, exported: ReadonlySet<string>): string {
  let text = source
    .split("\n")
    .map((line) => (exported.has(exportedName(line)) ? line : line.replace(/^export /, "")))
    .join("\n");
  for (const name of [...exported].filter((each) => each in heads)) {
    const from = text.indexOf(`export function ${name}(`);
    const to = text.indexOf(") {\n", from);
    text = `${text.slice(0, from)}export function ${name}${heads[name]}${text.slice(to + 1)}`;
  }
  return text;
}

/** The name that a line exports; empty if it exports none. */
function exportedName(line: string): string {
  return /^export (?:function|const|class) (\w+)/.exec(line)?.[1] ?? "";
}

/** What follows the names of the functions that modules import. */
const heads: Readonly<Record<string, string>> = {
  codePointLength: "(text: string): number",
  conforms: "(node: object | boolean, value: unknown, depth = 0): boolean",
  equal: "(a: unknown, b: unknown): boolean",
  findings: `(
  value: unknown,
  {
    accepts,
    schema,
    phrase,
    at,
  }: { accepts: (value: unknown) => boolean; schema: object | boolean; phrase?: string; at?: string },
  { all = true, strict = false, brief = false }: { all?: boolean; strict?: boolean; brief?: boolean } = {},
): readonly Violation[]`,
  holdsTwice: "(items: readonly unknown[]): boolean",
  isDateTime: "(text: string): boolean",
  isMultiple: "(value: number, step: number): boolean",
  isNotLater: "(a: string, b: string): boolean",
  isObject: "(value: unknown): value is Readonly<Record<string, unknown>>",
  own: "(object: unknown, name: string): unknown",
  patternOf: "(text: string): { test(text: string): boolean }",
  refuseDeeper: "(value: unknown, nested = 0): void",
  standardSchema: `<Value>(
  check: (value: unknown) => readonly Violation[],
): StandardSchema<Value>`,
};
