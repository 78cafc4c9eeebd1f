import { holds } from "../../../../../reader/validation/synthesis/search.js";
import type { ApiOperation } from "../../contract/api-contract.js";
import { isRecord } from "../../run/item-names.js";
import { type ValuePath, valuePlaces, withValueAt } from "../../values/value-places.js";
import type { CheckContext } from "../api-check.js";
import { isHistory } from "../items/same-content.js";

/** Members whose texts mean the same in another spelling, or name something. */
const spelled =
  /user_?name|login|e?mail|key|code|slug|sku|id$|url|uri|currency|country|phone|language|locale/i;

/** What is written into a body. */
interface FreeTexts {
  /** Of these, each place gets the first that it takes. */
  readonly texts: readonly string[];
  readonly context: CheckContext;
  /** Default: all places. */
  readonly isWanted?: (path: ValuePath) => boolean;
}

/** A body with a text in the places that take any, files aside and those that are null included, and these places. */
export function withTexts(
  operation: ApiOperation,
  value: unknown,
  { texts, context, isWanted = () => true }: FreeTexts,
): { readonly body: unknown; readonly changed: readonly ValuePath[] } {
  const node = context.fixtures.bodies.node(operation);
  const changed: ValuePath[] = [];
  let body = value;
  if (node === undefined || !isRecord(value)) return { body, changed };
  for (const { path, value: own } of valuePlaces(node, value)) {
    if ((typeof own !== "string" && own !== null) || !isWanted(path)) continue;
    if (
      path.some(
        (key) =>
          spelled.test(String(key)) || isHistory(String(key)) || operation.writer.files.has(String(key)),
      )
    )
      continue;
    const other = texts.map((text) => withValueAt(body, path, text)).find((each) => holds(node, each));
    if (other === undefined) continue;
    body = other;
    changed.push(path);
  }
  return { body, changed };
}
