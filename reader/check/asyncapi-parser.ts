import type { Diagnostic } from "@asyncapi/parser";
import type { Contracts } from "../documents/contracts.js";
import type { Document } from "../documents/document.js";
import { parserText, unmarkedPath } from "./asyncapi-text.js";
import { unmarked } from "./inherited-names.js";
import { notJudged } from "./not-judged.js";
import { reuseCompiledSchemas } from "./reuse-compiled-schemas.js";

/** Which rules the parser has besides those of the specification. */
export interface ParserRules {
  /** Whether to report what the AsyncAPI Initiative recommends. */
  readonly recommended: boolean;
}

/** Loads the AsyncAPI Initiative's parser; the result returns its diagnostics of a document. */
export async function asyncApiParser(
  contracts: Contracts,
  { recommended }: ParserRules,
): Promise<(document: Document) => Promise<readonly Diagnostic[]>> {
  const { Parser } = await import("@asyncapi/parser");
  class ReusingParser extends Parser {
    constructor(options: ConstructorParameters<typeof Parser>[0]) {
      super(options);
      reuseCompiledSchemas(this.spectral.ruleset?.rules ?? {});
    }
  }
  const parser = new ReusingParser({
    ruleset: { core: true, recommended },
    __unstable: {
      resolver: {
        cache: false,
        resolvers: ["file", "http", "https"].map((schema) => resolverOfContracts(contracts, schema)),
      },
    },
  });
  return async (document) => {
    const { diagnostics } = await parser.parse(parserText(document), { source: document.path });
    // The parser catches its own overflows and puts their stack traces into messages.
    if (diagnostics.some(({ message }) => /Maximum call stack size exceeded/.test(message)))
      throw new RangeError("Maximum call stack size exceeded");
    return diagnostics
      .map(withoutFailure)
      .map((found) => ({
        ...found,
        message: withoutStack(unmarked(found.message)),
        path: unmarkedPath(found.path),
      }))
      .filter(({ message, path }, _, all) => !isAlternative(message, path, all));
  };
}

/** The parser catches what its rules throw and reports it as a fault of the document. */
function withoutFailure(found: Diagnostic): Diagnostic {
  if (found.code !== "uncaught-error" && !/^Error thrown during /.test(found.message)) return found;
  const { code, message } = notJudged(undefined, "the AsyncAPI Initiative's parser");
  return { ...found, code, message, severity: 0, path: [] };
}

/** The parser puts the stack trace of an error of its own into the message. */
function withoutStack(message: string): string {
  return message.replace(/, stack: [\s\S]*$/, "");
}

type Path = readonly (string | number)[];

/** The parser also names the type of an alternative that the document doesn't use, and all alternatives, above what is wrong. */
function isAlternative(message: string, path: Path, all: readonly { readonly path: Path }[]): boolean {
  if (!/property type must be|property must match "(?:then|else)" schema/.test(message)) return false;
  return all.some(
    (other) => other.path.length > path.length && path.every((step, index) => other.path[index] === step),
  );
}

/**
 * Gives the parser only the files as they were read, so that a run sees one state of the contracts. The parser
 * would also fetch a `$ref` in example data; `checkReferences` has checked the real references.
 */
function resolverOfContracts(contracts: Contracts, schema: string) {
  return {
    schema,
    order: 1,
    canRead: true,
    read: (uri: { toString(): string }): string => {
      const path = decodeURIComponent(uri.toString().replace(/^file:\/\//, ""));
      const document = contracts.documents.get(path);
      return document === undefined ? "{}" : parserText(document);
    },
  };
}
