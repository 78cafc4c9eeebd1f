import { MalformedBodyError } from "../../errors.js";
import { type PieceOptions, readPieces } from "./read-pieces.js";

/** How texts of JSON follow each other. */
export interface JsonItemsOptions extends Omit<PieceOptions, "separators"> {
  /** `lines`: each ends with a line feed (JSON Lines). `sequence`: each begins with a record separator (RFC 7464). */
  readonly layout: "lines" | "sequence";
  /** Reads the text of an item, and throws if it isn't JSON. Default: `JSON.parse`. */
  readonly parse?: ((text: string) => unknown) | undefined;
}

/** The values of a body with one JSON text after the other; blank ones are left out. Throws `MalformedBodyError` for any other text. */
export async function* readJsonItems(
  response: Response,
  { layout, parse = JSON.parse, ...options }: JsonItemsOptions,
): AsyncGenerator<unknown, void, undefined> {
  const separators = [layout === "lines" ? 0x0a : 0x1e];
  let number = 0;
  for await (const { bytes } of readPieces(response, { ...options, separators })) {
    // Removes a byte order mark.
    const text = new TextDecoder().decode(bytes);
    if (text.trim() === "") continue;
    number += 1;
    let value: unknown;
    try {
      // A number or a name without an end may have been cut off (RFC 7464, section 2.4).
      if (layout === "sequence" && /[^\s"\]}]$/.test(text)) throw new SyntaxError();
      value = parse(text);
    } catch {
      // The parser's error quotes the body, which may hold a token.
      throw new MalformedBodyError(
        options.deadline.operation,
        `item ${number} of the body of status ${response.status} isn't JSON`,
        { status: response.status },
      );
    }
    yield value;
  }
}
