import { messageSchema } from "../../../reader/documents/asyncapi/messages.js";
import { type Contracts, diagnose } from "../../../reader/documents/contracts.js";
import type { Diagnostic } from "../../../reader/documents/diagnostic.js";
import { jointSchemas, saysMoreThanText } from "../../../reader/documents/joint-schemas.js";
import { below, childPlaces, type Place, placeKey, referenceChain } from "../../../reader/documents/place.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import type { EventMessage, EventSet } from "../../../reader/model/model.js";
import { placeSource } from "../../../reader/model/schemas.js";
import { sourceLink } from "../file.js";

/** A schema of a contract that no generated validator checks. */
export interface Unchecked {
  readonly place: Place;
  /** Whose schema it is: "the body of `upload` as `multipart/form-data`". */
  readonly what: string;
  /** Why, as the rest of a sentence. */
  readonly reason: string;
}

/** A paragraph of a comment that lists what isn't checked; none if everything is. */
export function uncheckedList(contracts: Contracts, unchecked: readonly Unchecked[]): string[] {
  if (unchecked.length === 0) return [];
  const list = unchecked.map(
    ({ what, reason, place }) => `${what}, since ${reason} (${sourceLink(placeSource(contracts, place))})`,
  );
  return [`Not checked: ${list.join("; ")}.`];
}

/** Most schemas that a warning names. */
const shown = 8;

/** One warning for each document, which lists what isn't checked. */
export function uncheckedWarnings(unchecked: readonly Unchecked[]): Diagnostic[] {
  const byFile = new Map<string, Unchecked[]>();
  for (const each of unchecked) {
    const { file } = each.place.document;
    byFile.set(file, [...(byFile.get(file) ?? []), each]);
  }
  return [...byFile.values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined) return [];
    const list = all.slice(0, shown).map(({ what, reason, place: { document, tokens } }) => {
      const { line } = document.locate(tokens);
      return `line ${line}: ${what}, since ${reason}`;
    });
    const isApi = isSchemaObject(first.place.document.value) && "openapi" in first.place.document.value;
    const more = all.length > shown ? `; and ${all.length - shown} more` : "";
    const count = all.length === 1 ? "1 schema isn't" : `${all.length} schemas aren't`;
    return [
      diagnose(first.place.document, first.place.tokens, {
        severity: "warning",
        code: "schema-unchecked",
        message: `${count} checked by generated validators: ${list.join("; ")}${more}`,
        hint: isApi ? apiHint : "Check these values in your own code.",
      }),
    ];
  });
}

const apiHint =
  "Check these values in your own code, or describe them as JSON. The comment at the top of validators/<api>.operations.js, or of validators/<api>.webhooks.js, has all of them.";

/** Keywords of an object that don't say more of its members than `properties` and `required` do. */
const harmless = new Set(
  "$ref type properties required title description example examples default deprecated additionalProperties".split(
    " ",
  ),
);

/** What a receiver checks of the headers that have these roles is stricter than most schemas. */
const checkedByProtocol: ReadonlySet<string> = new Set(["timestamp", "signature"]);

/** The headers of messages that a document describes and that nothing checks, each schema once. */
export function uncheckedHeaders(contracts: Contracts, sets: readonly EventSet[]): Unchecked[] {
  const found = new Map<string, Unchecked>();
  for (const set of sets)
    for (const message of set.messages)
      for (const each of findUncheckedHeaders(contracts, set, message)) {
        const key = `${placeKey(each.place)} ${each.name}`;
        if (!found.has(key)) found.set(key, each);
      }
  return [...found.values()];
}

interface UncheckedHeader extends Unchecked {
  /** Empty for all headers of a message. */
  readonly name: string;
}

function findUncheckedHeaders(
  contracts: Contracts,
  { protocol }: EventSet,
  message: EventMessage,
): UncheckedHeader[] {
  const { label, place } = message;
  const headers = messageSchema(contracts, below(place, "headers"));
  if (headers === undefined) return [];
  const schemas = jointSchemas(contracts, headers);
  const required = new Set(schemas.flatMap(({ value }) => namesIn(value)));
  const members = schemas.flatMap((schema) => childPlaces(below(schema, "properties")));
  if (protocol === undefined) {
    const isPlain =
      required.size === 0 &&
      members.every(([, member]) => !saysMoreThanText(contracts, member)) &&
      schemas.every(({ value }) => isSchemaObject(value) && Object.keys(value).every(isHarmless));
    if (isPlain) return [];
    const reason = "no generated code gets the headers of a message";
    const [own = headers] = referenceChain(contracts, headers).slice(-1);
    return [{ name: "", place: own, what: `the headers of \`${label}\``, reason }];
  }
  const roles = headerRoles(protocol);
  const names = new Set(members.map(([name]) => name));
  const others = schemas.flatMap((schema) =>
    namesIn(schema.value).flatMap((name) => {
      if (names.has(name)) return [];
      return [[name, schema] as const];
    }),
  );
  return [...members, ...others].flatMap(([name, member]): UncheckedHeader[] => {
    const role = roles.get(name.toLowerCase());
    if (role === undefined && !required.has(name) && !saysMoreThanText(contracts, member)) return [];
    if (role !== undefined && (!names.has(name) || checkedByProtocol.has(role))) return [];
    if (role !== undefined && !saysMoreThanNotEmpty(contracts, member)) return [];
    const reason = "a receiver checks headers by the protocol alone";
    return [{ name, place: member, what: `the header \`${name}\` of \`${label}\``, reason }];
  });
}

function isHarmless(keyword: string): boolean {
  return harmless.has(keyword) || keyword.startsWith("x-");
}

function namesIn(value: unknown): string[] {
  const { required } = (value ?? {}) as { readonly required?: unknown };
  if (Array.isArray(required)) return required.map(String);
  return [];
}

/** The roles of headers by their names in lower case; `Content-Type` has one, too. */
function headerRoles(protocol: unknown): ReadonlyMap<string, string> {
  const { headers } = protocol as { readonly headers?: Readonly<Record<string, unknown>> };
  const named = Object.entries(headers ?? {}).map(
    ([role, name]) => [String(name).toLowerCase(), role] as const,
  );
  return new Map([["content-type", "signature"], ...named]);
}

/** A receiver refuses a header of the protocol that is empty. */
function saysMoreThanNotEmpty(contracts: Contracts, schema: Place): boolean {
  return referenceChain(contracts, schema).some((each) => {
    const { value } = each;
    if (!isSchemaObject(value)) return value === false;
    const { $ref: _ref, minLength, ...others } = value;
    return Number(minLength ?? 0) > 1 || saysMoreThanText(contracts, { ...each, value: others });
  });
}
