import type { Code } from "../../../../reader/text/code/code.js";
import { wrapText } from "../../../../reader/text/code/wrap.js";

/** A type that stands for the schema of a mark, until `tidyTypes`. No text of a contract is a type. */
export function markName(mark: number): string {
  return `\ufdd1${mark}\ufdd2`;
}

/** What a set of parameters lacks, and the type for it. */
const parameterRows: ReadonlySet<string> = new Set(
  ["query", "header", "path", "cookie"].map((name) => `${name}?: never;`),
);
/** What a path item lacks. */
const operationRows: ReadonlySet<string> = new Set(
  ["get", "put", "post", "delete", "options", "head", "patch", "trace"].map((name) => `${name}?: never;`),
);

/** The types that stand for rows of what isn't there. */
const helpers = {
  NoParameters: `/** No parameters, as openapi-typescript writes it. */
interface NoParameters {
  query?: never;
  header?: never;
  path?: never;
  cookie?: never;
}
`,
  NoOperations: `/** No operations, as openapi-typescript writes it. */
interface NoOperations {
  get?: never;
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
}
`,
  Only: `/** \`Some\`, and what it lacks of \`None\`. */
type Only<None, Some> = Omit<None, keyof Some> & Some;
`,
} as const;

type Helper = keyof typeof helpers;

interface Block {
  /** Its first line, without indentation: \`"/books": {\`. */
  readonly head: string;
  readonly lines: string[];
}

/**
 * The text of openapi-typescript with two spaces for each level, the types of the schemas, and one word for all the rows of what
 * isn't there: `query?: never`, `get?: never`.
 */
export function tidyTypes(printed: string, typeOf: (mark: number) => Code): string {
  const root: Block = { head: "", lines: [] };
  const open: Block[] = [];
  const used = new Set<Helper>();
  let inComment = false;
  for (const line of printed.split("\n")) {
    const text = line.trimStart();
    const block = open.at(-1) ?? root;
    if (inComment || text.startsWith("/**")) {
      inComment = !text.endsWith("*/");
      block.lines.push(...commentLines(text));
    } else if (text.endsWith("{")) {
      open.push({ head: text, lines: [] });
    } else if (text.startsWith("}")) {
      open.pop();
      (open.at(-1) ?? root).lines.push(...closed(block, text, used));
    } else {
      block.lines.push(...withType(text, typeOf).split("\n"));
    }
  }
  // An unused one would be an error in a project with `noUnusedLocals`.
  const texts = Object.entries(helpers).flatMap(([name, text]) => (used.has(name as Helper) ? [text] : []));
  return [`${root.lines.join("\n").trim()}\n`, ...texts].join("\n");
}

/** A line of a comment as several that aren't too long, and without the margin that the library gives to further lines of a text. */
function commentLines(line: string): string[] {
  if (line === "/**") return [line];
  if (line === "*/") return [" */"];
  const inner = line.startsWith("*") ? line.slice(2) : line.slice(4, -3);
  const lines = wrapText(inner.startsWith(margin) ? inner.slice(margin.length) : inner);
  // At the start of a line, `@` would begin a tag.
  const starred = lines.map((each, at) => ` * ${at > 0 ? each.replace(/^@/, "\\@") : each}`.trimEnd());
  if (line.startsWith("*")) return starred;
  if (lines.length === 1) return [line];
  return ["/**", ...starred, " */"];
}

const margin = "    ";

/** The lines of a block, without the rows of what isn't there, and the helpers that it uses. */
function closed({ head, lines }: Block, end: string, used: Set<Helper>): string[] {
  const isParameters = head === "parameters: {";
  const absent = isParameters ? parameterRows : operationRows;
  const present = lines.filter((line) => !absent.has(line));
  if (present.length === lines.length) {
    const [only = ""] = lines;
    if (lines.length === 1 && only.startsWith("[")) return [`${head} ${only.slice(0, -1)} ${end}`];
    return [head, ...lines.map(indented), end];
  }
  const none = isParameters ? "NoParameters" : "NoOperations";
  const name = head.slice(0, -1);
  used.add(none);
  if (present.length === 0) return [`${name}${none};`];
  used.add("Only");
  return [`${name}Only<${none}, {`, ...present.map(indented), "}>;"];
}

function indented(line: string): string {
  if (line === "") return line;
  return `  ${line}`;
}

/** A row with the type in the place of a mark at its end. */
function withType(row: string, typeOf: (mark: number) => Code): string {
  const at = row.lastIndexOf("\ufdd1");
  if (at === -1 || !row.endsWith("\ufdd2;")) return row;
  return `${row.slice(0, at)}${typeOf(Number(row.slice(at + 1, -2)))};`;
}
