import { _, type KeywordCxt } from "ajv";
import { snippets } from "./snippets.js";

/** `uniqueItems` in time that grows with the array; Ajv's own compares each item with each other. */
export function uniqueItemsCode(cxt: KeywordCxt): void {
  if (cxt.schema !== true) return;
  const holdsTwice = cxt.gen.scopeValue("func", { ref: snippets.holdsTwice, code: _`holdsTwice` });
  cxt.setParams({ i: 0, j: 0 });
  cxt.fail(_`${cxt.data}.length > 1 && ${holdsTwice}(${cxt.data})`);
}

/** `multipleOf` that takes 19.99 for a multiple of 0.01, as people do. */
export function multipleOfCode(cxt: KeywordCxt): void {
  const isMultiple = cxt.gen.scopeValue("func", { ref: snippets.isMultiple, code: _`isMultiple` });
  cxt.fail(_`!${isMultiple}(${cxt.data}, ${cxt.schema})`);
}
