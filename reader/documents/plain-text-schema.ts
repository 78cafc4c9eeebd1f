import type { Contracts } from "./contracts.js";
import { type Place, referenceChain } from "./place.js";
import { isSchemaObject } from "./schema-walk.js";

/** Keywords that say no more than that a value is a text or bytes. */
const plain = new Set(
  "$ref type format title description example examples deprecated default readOnly writeOnly contentMediaType contentEncoding".split(
    " ",
  ),
);

/** Whether a schema says more of its values than that they are texts or bytes. */
export function saysMoreThanText(contracts: Pick<Contracts, "documents">, schema: Place): boolean {
  return referenceChain(contracts, schema).some(({ value }) => {
    if (!isSchemaObject(value)) return value === false;
    if (value.type !== undefined && value.type !== "string") return true;
    return Object.keys(value).some((key) => !plain.has(key) && !key.startsWith("x-"));
  });
}
