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

/** The code as TypeScript that exports nothing but what has these names: what a comment says of types is in their heads. */
function withTypes(source: string, exported: ReadonlySet<string>): string {
  return source
    .replace(/^export (?=(?:function|const|class) (\w+))/gm, (text, name: string) =>
      exported.has(name) ? text : "",
    )
    .replace(documentedFunction, (_, doc: string, name: string, parameters: string) => {
      const types = [...doc.matchAll(parameterTag)].map(([, type = ""]) => type);
      const list = parameterList(parameters).map((parameter, index) => typed(parameter, types[index]));
      const result = /@returns \{(.*?)\}(?= |\n)/.exec(doc)?.[1] ?? "void";
      const line = `export function ${name}(${list.join(", ")}): ${result} {`;
      if (line.length <= 110) return withoutTypes(doc) + line;
      return `${withoutTypes(doc)}export function ${name}(\n  ${list.join(",\n  ")},\n): ${result} {`;
    });
}

const documentedFunction = /(\/\*\*\n(?: \*.*\n)+?)export function (\w+)\(([^)]*)\) \{$/gm;
const parameterTag = /@param \{(.*?)\} (?=\[?\w)/g;

function parameterList(text: string): string[] {
  return text
    .split(/,(?![^{]*\})/)
    .map((parameter) => parameter.trim())
    .filter((parameter) => parameter !== "");
}

function typed(parameter: string, type = "unknown"): string {
  const [name = "", value] = parameter.split(/ = (?!.* = )/);
  if (value === undefined) return `${name}: ${type}`;
  return `${name}: ${type} = ${value}`;
}

/** A comment without its tags' types, and without tags that say nothing else. */
function withoutTypes(doc: string): string {
  return doc
    .replace(/^ \* @param \{.*\} \[?\w+\]?\n/gm, "")
    .replace(/^ \* @returns \{.*\}\n/gm, "")
    .replace(/^( \* @param) \{.*?\} \[?(\w+)\]? (?=\S)/gm, "$1 $2 ")
    .replace(/^( \* @returns) \{.*?\} /gm, "$1 ")
    .replace(/^\/\*\*\n \* ([^\n]*)\n \*\/\n$/, "/** $1 */\n");
}
