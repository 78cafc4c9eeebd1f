import { type Contracts, diagnose } from "../read/contracts.js";
import type { Diagnostic } from "../read/diagnostic.js";
import { inWordsOfJsonSchema, structureHint } from "./schema-files.js";

/** Checks the structure of AsyncAPI documents with the AsyncAPI Initiative's parser. */
export async function checkAsyncApi(contracts: Contracts): Promise<Diagnostic[]> {
  if (contracts.asyncapi.length === 0) return [];
  const { Parser } = await import("@asyncapi/parser");
  const parser = new Parser({
    ruleset: { core: true, recommended: false },
    __unstable: {
      resolver: {
        cache: false,
        resolvers: ["file", "http", "https"].map((schema) => resolverOfContracts(contracts, schema)),
      },
    },
  });
  const found = await Promise.all(
    contracts.asyncapi.map(async (document) => {
      const { diagnostics } = await parser.parse(document.text, { source: document.path });
      // The parser catches its own overflows and puts their stack traces into messages.
      if (diagnostics.some(({ message }) => /Maximum call stack size exceeded/.test(message)))
        throw new RangeError("Maximum call stack size exceeded");
      return diagnostics
        .filter(({ severity, code }) => severity === 0 && code !== "invalid-ref")
        .filter(({ message, path }, _, all) => !isAlternative(message, path, all))
        .map(({ message, path, source }) => {
          const at = contracts.documents.get(source ?? "") ?? document;
          return diagnose(at, path.map(String), {
            code: "asyncapi-invalid",
            message: message.replace(/\.?\s*$/, ""),
            hint: structureHint(contracts, at, "AsyncAPI 3"),
            target: /not expected/.test(message) ? "key" : "value",
          });
        });
    }),
  );
  return inWordsOfJsonSchema(contracts, found.flat());
}

type Path = readonly (string | number)[];

/** The parser also names the type of an alternative that the document doesn't use, above what is wrong. */
function isAlternative(message: string, path: Path, all: readonly { readonly path: Path }[]): boolean {
  if (!/property type must be/.test(message)) return false;
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
      return contracts.documents.get(path)?.text ?? "{}";
    },
  };
}
