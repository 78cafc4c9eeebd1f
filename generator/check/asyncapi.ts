import { type Contracts, diagnose } from "../read/contracts.js";
import type { Diagnostic } from "../read/diagnostic.js";

/** Structure of AsyncAPI documents, by the AsyncAPI Initiative's own parser. */
export async function checkAsyncApi(contracts: Contracts): Promise<Diagnostic[]> {
  if (contracts.asyncapi.length === 0) return [];
  const { Parser } = await import("@asyncapi/parser");
  const parser = new Parser({
    ruleset: { core: true, recommended: false },
    __unstable: {
      resolver: {
        cache: false,
        resolvers: ["file", "http", "https"].map((schema) => asRead(contracts, schema)),
      },
    },
  });
  const found = await Promise.all(
    contracts.asyncapi.map(async (document) => {
      const { diagnostics } = await parser.parse(document.text, { source: document.path });
      return diagnostics
        .filter(({ severity, code }) => severity === 0 && code !== "invalid-ref")
        .map(({ message, path, source }) =>
          diagnose(contracts.documents.get(source ?? "") ?? document, path.map(String), {
            code: "asyncapi-invalid",
            message: message.replace(/\.?\s*$/, ""),
            hint: "Compare with the AsyncAPI 3 specification of this object.",
            target: /not expected/.test(message) ? "key" : "value",
          }),
        );
    }),
  );
  return found.flat();
}

/**
 * Gives the parser the files as they were read, so that one run sees one state of the contracts, and nothing else:
 * it takes a `$ref` in example data for a reference, and would fetch it. `checkReferences` has seen the true ones.
 */
function asRead(contracts: Contracts, schema: string) {
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
