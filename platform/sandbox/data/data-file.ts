import { OipkitError } from "@oipkit/runtime/errors";
import { type Document, isAlias, isMap, isNode, isSeq, LineCounter, type Node, parseDocument } from "yaml";

/**
 * `data-unreadable`: the file can't be read, or is too large. `data-syntax`: not YAML. `data-shape`: something is missing, of another type, or
 * unknown. `data-reference`: a name that is defined nowhere. `data-rule`: it contradicts the platform's document or itself.
 */
export type DataErrorCode = "data-unreadable" | "data-syntax" | "data-shape" | "data-reference" | "data-rule";

/** A data file of the sandbox is wrong. The message says where, and what to do. */
export class SandboxDataError extends OipkitError {
  readonly code: DataErrorCode;
  readonly file: string;
  /** From 1; absent if the whole file is meant. */
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(
    code: DataErrorCode,
    message: string,
    {
      file,
      place,
      cause,
    }: {
      readonly file: string;
      readonly place?: { readonly line: number; readonly column: number } | undefined;
      readonly cause?: unknown;
    },
  ) {
    super(`${file}${place ? `:${place.line}:${place.column}` : ""}: ${message}`, { cause });
    this.code = code;
    this.file = file;
    this.line = place?.line;
    this.column = place?.column;
  }
}

/** Names and indexes from the top of a file. */
export type DataPath = readonly (string | number)[];

/** A parsed data file. */
export interface DataFile {
  readonly content: unknown;
  /** The error of a place in it; the nearest one that exists is named. */
  readonly errorAt: (path: DataPath, code: DataErrorCode, message: string) => SandboxDataError;
}

/** Larger files aren't read. Guessed: a hundred times what the sandbox's own files need. */
const maxCharacters = 2_000_000;

/** Parses a YAML file. Throws `data-syntax`, or `data-unreadable` for one that is too large. */
export function parseDataFile({ file, text }: { readonly file: string; readonly text: string }): DataFile {
  if (text.length > maxCharacters) {
    throw new SandboxDataError("data-unreadable", `The file is longer than ${maxCharacters} characters.`, {
      file,
    });
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false });
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const [broken] = document.errors;
  if (broken)
    throw new SandboxDataError("data-syntax", broken.message, {
      file,
      place: placeAt(broken.pos[0]),
      cause: broken,
    });
  return {
    content: parsedContent(document, file),
    errorAt: (path, code, message) => {
      const offset = nearestNode(document, path)?.range?.[0];
      return new SandboxDataError(code, message, {
        file,
        place: offset === undefined ? undefined : placeAt(offset),
      });
    },
  };
}

function parsedContent(document: Document, file: string): unknown {
  try {
    return document.toJS();
  } catch (cause) {
    // Too many aliases.
    throw new SandboxDataError("data-syntax", (cause as Error).message, { file, cause });
  }
}

function nearestNode(document: Document, path: DataPath): Node | undefined {
  let node = isNode(document.contents) ? document.contents : undefined;
  for (const part of path) {
    const inner: Node | undefined = isAlias(node) ? node.resolve(document) : node;
    const next = isMap(inner) || isSeq(inner) ? inner.get(part, true) : undefined;
    if (!isNode(next)) break;
    node = next;
  }
  return node;
}
