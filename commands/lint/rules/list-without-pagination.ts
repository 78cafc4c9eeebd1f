import { jointSchemas } from "../../../reader/documents/joint-schemas.js";
import { below, entriesOf, type Place } from "../../../reader/documents/place.js";
import type { Rule, RuleContext } from "../rule.js";
import { appliedTo, typesOf } from "../walk/applied.js";
import type { ListedOperation } from "../walk/operations.js";

const paging =
  /^(?:page|per[-_]?page|page[-_]?(?:size|token|number)|limit|max[-_]?(?:results|items)|offset|skip|take|top|first|last|count|size|cursor|next|start(?:ing)?[-_]?(?:after|at|index)?|ending[-_]?before|after|before|since|continuation(?:[-_]?token)?|marker)$|^(?:page|\$)/i;
/** Properties that hold the items of a list. */
const holders = ["data", "items", "results", "entries", "records", "value", "values"];

/** Lists that come in one piece. */
export const listWithoutPagination: Rule = {
  name: "list-without-pagination",
  formats: ["openapi"],
  finds:
    "A `GET` without a path parameter at its end answers with a list without a limit, and has no parameter to read it in pages.",
  why: "The list grows with its users; adding pages later changes what the same request answers.",
  remedy:
    "Add a limit and a cursor, and describe them with `x-pagination`; for a list that can't grow, add `maxItems`.",
  severity: "warning",
  *check(context) {
    for (const operation of context.operations) {
      const { kind, method, place, parameters, path, title } = operation;
      if (kind !== "path" || method !== "get" || path.endsWith("}")) continue;
      if (Object.keys(place.value as object).includes("x-pagination")) continue;
      const names = parameters.map(({ value }) => String((value as { name?: unknown }).name));
      if (names.some((name) => paging.test(name))) continue;
      const list = listIn(context, operation);
      if (list !== undefined)
        yield { place, target: "key", message: `\`${title}\` answers with a whole list${list}` };
    }
  },
};

/** A phrase about the list in a successful answer; absent if there is none. */
function listIn({ contracts }: RuleContext, { responses }: ListedOperation): string | undefined {
  for (const [status, response] of responses) {
    if (!status.startsWith("2")) continue;
    if (entriesOf(below(response, "headers")).some(([name]) => name.toLowerCase() === "link")) continue;
    const types = entriesOf(below(response, "content")).map(([, type]) => below(type, "schema"));
    for (const schema of [...types, below(response, "schema")]) {
      if (isOpenList(schema)) return "";
      for (const name of holders) {
        const property = propertyOf(schema, name);
        if (property !== undefined && isOpenList(property)) return ` in \`${name}\``;
      }
    }
  }
  return undefined;

  function isOpenList(place: Place): boolean {
    const applied = appliedTo(contracts, { place, around: undefined });
    return (
      applied.some((schema) => typesOf(schema).includes("array")) &&
      !applied.some(({ maxItems, prefixItems }) => maxItems !== undefined || prefixItems !== undefined)
    );
  }

  function propertyOf(place: Place, name: string): Place | undefined {
    return jointSchemas(contracts, place)
      .flatMap((each) => entriesOf(below(each, "properties")))
      .find(([own]) => own === name)?.[1];
  }
}
