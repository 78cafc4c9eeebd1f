import type { Contracts } from "../../../reader/documents/contracts.js";
import { jointSchemas } from "../../../reader/documents/joint-schemas.js";
import { messageSchema } from "../../../reader/documents/messages.js";
import { below, entriesOf, keyOf, type Place, referenceChain } from "../../../reader/documents/place.js";
import { saysMoreThanText } from "../../../reader/documents/plain-text-schema.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import type { EventMessage, EventSet } from "../../../reader/model/model.js";
import type { Unchecked } from "./unchecked.js";

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
      for (const each of uncheckedOf(contracts, set, message)) {
        const key = `${keyOf(each.place)} ${each.name}`;
        if (!found.has(key)) found.set(key, each);
      }
  return [...found.values()];
}

interface UncheckedHeader extends Unchecked {
  /** Empty for all headers of a message. */
  readonly name: string;
}

function uncheckedOf(contracts: Contracts, { protocol }: EventSet, message: EventMessage): UncheckedHeader[] {
  const { label, place } = message;
  const headers = messageSchema(contracts, below(place, "headers"));
  if (headers === undefined) return [];
  const schemas = jointSchemas(contracts, headers);
  const required = new Set(schemas.flatMap(({ value }) => namesIn(value)));
  const members = schemas.flatMap((schema) => entriesOf(below(schema, "properties")));
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
  const roles = rolesOf(protocol);
  const names = new Set(members.map(([name]) => name));
  const others = schemas.flatMap((schema) =>
    namesIn(schema.value).flatMap((name) => (names.has(name) ? [] : [[name, schema] as const])),
  );
  return [...members, ...others].flatMap(([name, member]): UncheckedHeader[] => {
    const role = roles.get(name.toLowerCase());
    const isChecked =
      role === undefined
        ? !required.has(name) && !saysMoreThanText(contracts, member)
        : !names.has(name) || checkedByProtocol.has(role) || !saysMoreThanNotEmpty(contracts, member);
    if (isChecked) return [];
    const reason = "a receiver checks headers by the protocol alone";
    return [{ name, place: member, what: `the header \`${name}\` of \`${label}\``, reason }];
  });
}

function isHarmless(keyword: string): boolean {
  return harmless.has(keyword) || keyword.startsWith("x-");
}

function namesIn(value: unknown): string[] {
  const { required } = (value ?? {}) as { readonly required?: unknown };
  return Array.isArray(required) ? required.map(String) : [];
}

/** The roles of headers by their names in lower case; `Content-Type` has one, too. */
function rolesOf(protocol: unknown): ReadonlyMap<string, string> {
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
