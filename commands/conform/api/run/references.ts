import type { ApiOperation } from "../contract/api-contract.js";
import type { ApiResource } from "../contract/api-resources.js";
import { envelopes, singular } from "../contract/api-resources.js";
import type { ValuePath } from "../values/value-places.js";
import type { ApiSession } from "./api-session.js";
import { type DescribedReferences, describedReferences, referenceKey } from "./described-references.js";

/** A member of a body that names something else, such as `customerId`. */
export interface ApiReference {
  readonly path: ValuePath;
  /** What it names; `undefined` if no resource of the API is called so. */
  readonly resource: ApiResource | undefined;
}

/** What references are found in. */
export interface ReferenceSource {
  readonly resources: readonly ApiResource[];
  /** What the body itself is about: its own name is no reference. */
  readonly own: ApiResource | undefined;
  /** What descriptions of its members say. */
  readonly described: DescribedReferences;
}

/** What a member's name says that it refers to; `undefined` if it is no reference. */
export function referenceAt(
  path: ValuePath,
  { resources, own, described }: ReferenceSource,
): ApiReference | undefined {
  const name = path.findLast((key) => typeof key === "string");
  if (typeof name !== "string" || isOwnName(path, own)) return undefined;
  const bySaying = described.get(referenceKey(path));
  if (bySaying !== undefined) return { path, resource: bySaying };
  const plainName = plain(name);
  const byNoun = resources.find(
    ({ noun, parameter }) =>
      noun !== "" && plainName === noun + plain(parameter) && plainName !== plain(parameter),
  );
  if (byNoun !== undefined) return { path, resource: byNoun };
  // What a new user is called is no reference to one, if the API has no way to make one.
  const byParameter = resources.find(
    ({ parameter, create, isNamedByClient }) =>
      parameter === name &&
      parameter.length > 2 &&
      (create !== undefined || isNamedByClient || /ids?$/i.test(name)),
  );
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

/** Whether a member of a body is the name of what the body is about, such as `sku` of a product. */
export function isOwnName(path: ValuePath, own: ApiResource | undefined): boolean {
  if (own === undefined) return false;
  const [first, ...others] = path;
  // A wrapper may be around the whole body, such as `user` in `{"user": {"username": …}}`.
  const isWrapped = others.length === 1 && typeof first === "string" && wrapsItem(first, own);
  const [name, ...inner] = isWrapped ? others : path;
  if (inner.length > 0 || typeof name !== "string") return false;
  return name === own.parameter || name === "id" || (own.noun !== "" && plain(name) === `${own.noun}id`);
}

function wrapsItem(name: string, { noun, create }: ApiResource): boolean {
  const made = create?.path.split("/").findLast((segment) => segment !== "" && !segment.startsWith("{"));
  return [...envelopes, noun, singular(made ?? "")].includes(plain(name));
}

/** What the references of an operation's body are found in. */
export function referenceSource(
  { contract, resources }: Pick<ApiSession, "contract" | "resources">,
  operation: ApiOperation,
): ReferenceSource {
  const own = resources.find(({ create, put, patch }) => [create, put, patch].includes(operation));
  return { resources, own, described: describedReferences(contract, resources, operation) };
}

function plain(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
}

/** Whether a body has members that name other items. */
export function hasReference(body: unknown, source: ReferenceSource): boolean {
  return leafPaths(body).some((path) => referenceAt(path, source) !== undefined);
}

function leafPaths(value: unknown, path: ValuePath = []): readonly ValuePath[] {
  if (typeof value !== "object" || value === null || path.length > 6) return [path];
  return Object.entries(value).flatMap(([name, member]) => leafPaths(member, [...path, name]));
}
