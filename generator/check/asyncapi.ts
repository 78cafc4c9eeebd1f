import { type Contracts, diagnose } from "../read/contracts.js";
import type { Diagnostic } from "../read/diagnostic.js";

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
        .map(({ message, path, source }) =>
          diagnose(contracts.documents.get(source ?? "") ?? document, path.map(String), {
            code: "asyncapi-invalid",
            message: message.replace(/\.?\s*$/, ""),
            hint: "See this object in the AsyncAPI 3 specification.",
            target: /not expected/.test(message) ? "key" : "value",
          }),
        );
    }),
  );
  return found.flat();
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
