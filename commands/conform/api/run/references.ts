import type { ApiResource } from "../contract/api-resources.js";
import { singular } from "../contract/api-resources.js";
import type { ValuePath } from "../values/value-places.js";

/** A member of a body that names something else, such as `customerId`. */
export interface ApiReference {
  readonly path: ValuePath;
  /** What it names; `undefined` if no resource of the API is called so. */
  readonly resource: ApiResource | undefined;
}

/** What a member's name says that it refers to; `undefined` if it is no reference. */
export function referenceAt(path: ValuePath, resources: readonly ApiResource[]): ApiReference | undefined {
  const name = path.findLast((key) => typeof key === "string");
  if (typeof name !== "string") return undefined;
  const byParameter = resources.find(({ parameter }) => parameter === name && parameter.length > 2);
  if (byParameter !== undefined) return { path, resource: byParameter };
  const [, stem] = /^(.+?)_?(?:ids?|Ids?|IDs?|uuids?|Uuids?)$/.exec(name) ?? [];
  const isWord =
    stem !== undefined && /(?:[a-z0-9]I|_i|_u|[a-z0-9]U)/.test(name.slice(Math.max(0, stem.length - 1)));
  if (stem === undefined || !isWord) return undefined;
  const noun = singular(stem);
  const resource =
    resources.find((each) => each.noun === noun) ??
    resources.find((each) => each.noun !== "" && noun.endsWith(each.noun));
  return { path, resource };
}
