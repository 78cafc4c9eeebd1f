import { asyncApiParser } from "../../generator/check/asyncapi-parser.js";
import type { Contracts } from "../../generator/read/contracts.js";
import type { Found } from "../found.js";

/** Runs the rules of the AsyncAPI Initiative's parser on the AsyncAPI documents. */
export async function lintWithAsyncApi(contracts: Contracts): Promise<Found[]> {
  if (contracts.asyncapi.length === 0) return [];
  const parse = await asyncApiParser(contracts, { recommended: true });
  const found = await Promise.all(
    contracts.asyncapi.map(async (document) =>
      // References are looked at by `ref-not-found`.
      (await parse(document))
        .filter(({ code }) => code !== "invalid-ref")
        .map((diagnostic): Found => {
          const { code, message, path, source } = diagnostic;
          return {
            code: `asyncapi/${code}`,
            document: contracts.documents.get(source ?? "") ?? document,
            tokens: path.map(String),
            target: /not expected/.test(message) ? "key" : "value",
            message: message.replace(/\.?\s*$/, ""),
            hint: undefined,
          };
        }),
    ),
  );
  return found.flat();
}
