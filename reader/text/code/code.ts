/**
 * Text that is safe in a generated file. Only the functions of this module create it, and each of them
 * escapes its input, so that no raw text from a contract breaks out of a string, a comment or an identifier.
 */
export class Code {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  /** @internal Escaping is the caller's duty: for the modules of `render/` alone. */
  static verbatim(text: string): Code {
    return new Code(text);
  }

  get isEmpty(): boolean {
    return this.#text === "";
  }

  toString(): string {
    return this.#text;
  }

  /** Handlebars writes the result of `toHTML` unchanged; it would escape any other value. */
  toHTML(): string {
    return this.#text;
  }
}

/** No code. */
export const empty: Code = Code.verbatim("");

/** Template tag: the literal parts are trusted source text, the substitutions accept only `Code`. */
export function code(parts: TemplateStringsArray, ...holes: readonly (Code | readonly Code[])[]): Code {
  let text = parts[0] ?? "";
  holes.forEach((hole, index) => {
    text += (hole instanceof Code ? hole : join(hole, ", ")).toString() + (parts[index + 1] ?? "");
  });
  return Code.verbatim(text);
}

/** Joins code with one of the allowed separators. */
export function join(
  codes: readonly Code[],
  separator: ", " | " | " | " & " | " && " | " || " | "\n" | "\n\n" | "" | "; " | ",\n" | " &&\n",
): Code {
  return Code.verbatim(codes.map(String).join(separator));
}

/** Indents every non-empty line by two spaces per level. */
export function indent(block: Code, levels = 1): Code {
  return Code.verbatim(block.toString().replace(/^(?=.)/gm, "  ".repeat(levels)));
}

const width = 100;

/** The members of an object or list literal: on one line if they fit, else one per line. */
export function enclosed(kind: "object" | "list", members: readonly Code[]): Code {
  if (members.length === 0) {
    if (kind === "object") return code`{}`;
    return code`[]`;
  }
  const line = join(members, ", ");
  const short = kind === "object" ? code`{ ${line} }` : code`[${line}]`;
  if (!/\n/.test(short.toString()) && short.toString().length <= width) return short;
  const lines = indent(code`${join(members, ",\n")},`);
  if (kind === "object") return code`{\n${lines}\n}`;
  return code`[\n${lines}\n]`;
}

/** JavaScript that a code generator has already escaped: the output of Ajv. Never text from a contract. */
export function scriptText(script: string): Code {
  return Code.verbatim(script);
}
