import { maxJsonDepth } from "@oipkit/runtime/json-depth";
import type { Contracts } from "../contracts.js";
import { below, childPlaces, dereference, type Place } from "../place.js";
import { resolveReference } from "../references.js";

/** The methods that a path item of any version can have. */
export const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Whether only OpenAPI 3.2 has a method, as `query` or in `additionalOperations`. */
export function isLaterMethod(method: string): boolean {
  return !methods.includes(method.toLowerCase());
}

/**
 * The objects that make up a path item: what its `$ref` leads to comes first, and what is next to the `$ref` last, since
 * it takes precedence. OpenAPI allows both together, and leaves open which one applies if they disagree.
 */
export type PathItem = readonly Place[];

/** The path item at a place. References are known to resolve (`checkReferences`). */
export function pathItemAt(contracts: Pick<Contracts, "documents">, place: Place): PathItem {
  const found = [place];
  for (let at = place; found.length <= maxJsonDepth; ) {
    const ref = (at.value as { $ref?: unknown } | null | undefined)?.$ref;
    const resolution =
      typeof ref === "string" ? resolveReference(contracts.documents, at.document, ref) : undefined;
    if (resolution?.kind !== "found") break;
    at = resolution.target;
    found.unshift(at);
  }
  return found;
}

/** The member of a path item with this name, where it is written; its value is `undefined` if there is none. */
export function pathItemMember(item: PathItem, name: string): Place {
  const members = item.map((holder) => below(holder, name));
  return members.findLast(({ value }) => value !== undefined) ?? (members[0] as Place);
}

/**
 * The operations of a path item. One may be written elsewhere, behind a `$ref`, although OpenAPI doesn't mention that. Methods of
 * `additionalOperations` are written as they are sent, all others in lower case.
 */
export function pathItemOperations(
  contracts: Pick<Contracts, "documents">,
  item: PathItem,
): { method: string; operation: Place }[] {
  const additional = new Map(item.flatMap((holder) => childPlaces(below(holder, "additionalOperations"))));
  const all = [
    ...[...methods, "query"].map((method) => [method, pathItemMember(item, method)] as const),
    ...[...additional].filter(([method]) => isToken(method) && isLaterMethod(method)),
  ];
  return all.flatMap(([method, place]) => {
    const operation = dereference(contracts, place);
    if (operation.value === null || typeof operation.value !== "object") return [];
    return [{ method, operation }];
  });
}

/** Whether a text can be a method (RFC 9110, section 5.6.2). */
function isToken(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

const pairs = ["form", "spaceDelimited", "pipeDelimited", "deepObject"] as const;

/** The styles that OpenAPI defines for each place, its default first. */
const styles: Readonly<Record<string, readonly string[]>> = {
  path: ["simple", "label", "matrix"],
  query: pairs,
  header: ["simple"],
  cookie: ["form", "cookie"],
};

/** The styles that a parameter `in` a place may have, its default first; none for any other place. */
export function stylesIn(where: string): readonly string[] {
  if (Object.hasOwn(styles, where)) return styles[where] ?? [];
  return [];
}

/** The style that a parameter has without one. */
export function defaultStyle(where: string): string {
  return stylesIn(where)[0] ?? "simple";
}

/** Whether a list or an object gets several pairs unless `explode` says otherwise. */
export function explodesByDefault(style: string): boolean {
  return style === "form" || style === "deepObject" || style === "cookie";
}
