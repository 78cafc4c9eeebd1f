/**
 * Text that may stand in a generated file. Only the functions of this module make one, and each of them
 * escapes what it is given, so that no raw text of a contract leaves a string, a comment or an identifier.
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

  /** Handlebars writes what `toHTML` gives as it is; every other value it would escape. */
  toHTML(): string {
    return this.#text;
  }
}

/** No code. */
export const empty: Code = Code.verbatim("");

/** Template tag: the literal parts are trusted source text, the holes take nothing but `Code`. */
export function code(parts: TemplateStringsArray, ...holes: readonly (Code | readonly Code[])[]): Code {
  let text = parts[0] ?? "";
  holes.forEach((hole, index) => {
    text += (hole instanceof Code ? hole : join(hole, ", ")).toString() + (parts[index + 1] ?? "");
  });
  return Code.verbatim(text);
}

/** Joins code by one of the separators that code may have. */
export function join(
  codes: readonly Code[],
  separator: ", " | " | " | " & " | " && " | " || " | "\n" | "\n\n" | "" | "; " | ",\n" | " &&\n",
): Code {
  return Code.verbatim(codes.map(String).join(separator));
}

/** Indents every line but empty ones by two spaces a level. */
export function indent(block: Code, levels = 1): Code {
  return Code.verbatim(block.toString().replace(/^(?=.)/gm, "  ".repeat(levels)));
}
