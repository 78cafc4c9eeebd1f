import { type Contracts, diagnose } from "../read/contracts.js";
import type { Diagnostic } from "../read/diagnostic.js";
import { asyncApiParser } from "./asyncapi-parser.js";
import { inWordsOfJsonSchema, structureHint } from "./schema-files.js";

/** Checks the structure of AsyncAPI documents with the AsyncAPI Initiative's parser. */
export async function checkAsyncApi(contracts: Contracts): Promise<Diagnostic[]> {
  if (contracts.asyncapi.length === 0) return [];
  const parse = await asyncApiParser(contracts, { recommended: false });
  const found = await Promise.all(
    contracts.asyncapi.map(async (document) => {
      return (await parse(document))
        .filter(({ severity, code }) => severity === 0 && code !== "invalid-ref")
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
