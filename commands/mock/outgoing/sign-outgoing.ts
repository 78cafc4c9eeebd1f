import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import { type Protocol, type SignDeliveryOptions, signDelivery } from "@oipkit/runtime/webhook";
import { isSchemaObject, type SchemaObject } from "../../../reader/documents/schema-walk.js";
import type { OutgoingRequest, UnsentRequest } from "./outgoing-request.js";
import { type DocumentProtocol, documentProtocol } from "./webhook-protocol.js";

/** What signs requests. */
export interface OutgoingSigning {
  /** The credentials that sender and receiver share. Throws `OipkitError` if one is missing. */
  readonly credentials: (
    protocol: Protocol,
  ) => Pick<SignDeliveryOptions, "secrets" | "verificationToken" | "encryptKey">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Returns that many random bytes. */
  readonly random: (size: number) => Uint8Array;
}

/** Signs what documents with a protocol send. */
export interface OutgoingSigner {
  readonly protocol: typeof documentProtocol;
  /** Throws `OipkitError` if credentials are missing or malformed. */
  readonly sign: (unsigned: Unsigned) => OutgoingRequest | UnsentRequest;
}

/** A signer with credentials. A module of its own, since few servers need one, and what it is made of takes a while to load. */
export function outgoingSigner(signing: OutgoingSigning): OutgoingSigner {
  return { protocol: documentProtocol, sign: (unsigned) => signOutgoing(unsigned, signing) };
}

/** What is signed. */
interface Unsigned {
  readonly request: OutgoingRequest;
  readonly how: Extract<DocumentProtocol, { readonly kind: "signed" }>;
  /** Whether the contract allows a body. */
  readonly accepts: (body: unknown) => boolean;
}

/**
 * A request as its protocol wants it: about a fresh event, with the token, encrypted if credentials have a key, and signed at the present time. Throws
 * `OipkitError` if credentials are missing or malformed.
 */
function signOutgoing(
  { request, how, accepts }: Unsigned,
  { credentials, now, random }: OutgoingSigning,
): OutgoingRequest | UnsentRequest {
  const { name, kind, method, url } = request;
  const { protocol, otherHeaders } = how;
  if (method !== "POST")
    return { name, kind, problem: `its protocol is one of POST requests, and the contract says ${method}` };
  const event = jsonObjects(request.body, protocol.event.batch);
  if (event === undefined)
    return { name, kind, problem: "its protocol signs JSON objects, and its body isn't one" };
  const headers = withOthers(request.headers, otherHeaders);
  const lacking = lackingHeader(protocol, { headers, url, now });
  if ("lacks" in lacking) {
    const { lacks } = lacking;
    return {
      name,
      kind,
      problem: `its signature covers the header \`${lacks}\`, of which the contract gives no value`,
    };
  }
  const fresh = event.map((each) => renewed(each, { shape: protocol.event, random, accepts }));
  const [only = {}] = fresh;
  const signed = signDelivery({
    ...credentials(protocol),
    protocol,
    event: fresh.length === 1 ? only : fresh,
    eventType: headerValue(headers, protocol.headers.eventType) ?? name,
    headers: lacking.headers,
    url,
    now,
    random,
  });
  return { ...request, headers: Object.entries(signed.headers), body: new TextDecoder().decode(signed.body) };
}

/** The events in a body; `undefined` if it isn't JSON, or something else. */
function jsonObjects(body: string, batch: string | undefined): readonly SchemaObject[] | undefined {
  const value = parsed(body);
  const events = batch === undefined ? undefined : valueAtPointer(value, batch);
  const list: readonly unknown[] = Array.isArray(events) ? events : [value];
  if (list.length > 0 && list.every(isSchemaObject)) return list;
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The headers of a request with those that every request has, unless the contract gives a value. */
function withOthers(
  headers: OutgoingRequest["headers"],
  others: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const given = Object.fromEntries(headers);
  const missing = Object.entries(others).filter(([name]) => headerValue(given, name) === undefined);
  return Object.fromEntries([...missing, ...headers]);
}

function headerValue(
  headers: Readonly<Record<string, string>>,
  name: string | undefined,
): string | undefined {
  return Object.entries(headers).find(([each]) => each.toLowerCase() === name?.toLowerCase())?.[1];
}

/** The headers with those that the signature covers besides; or the name of one that nothing gives. */
function lackingHeader(
  { headers: roles, signature }: Protocol,
  {
    headers,
    url,
    now,
  }: { readonly headers: Readonly<Record<string, string>>; readonly url: string; readonly now: () => number },
): { readonly headers: Readonly<Record<string, string>> } | { readonly lacks: string } {
  const given: Record<string, string> = {};
  const own = new Set(Object.values({ ...roles }).map((role) => role.toLowerCase()));
  // What signs it replaces what the contract has as an example of it.
  for (const [name, value] of Object.entries(headers)) if (!own.has(name.toLowerCase())) given[name] = value;
  const known = new Set([...Object.keys(given), "content-type"].map((name) => name.toLowerCase()));
  for (const part of signature.content) {
    if (typeof part !== "object" || !("header" in part)) continue;
    const name = part.header.toLowerCase();
    if (known.has(name) || own.has(name)) continue;
    if (name === "date") given[part.header] = new Date(now()).toUTCString();
    else if (name === "host") given[part.header] = new URL(url).host;
    else return { lacks: part.header };
  }
  return { headers: given };
}

interface Identifying {
  readonly shape: Protocol["event"];
  readonly random: (size: number) => Uint8Array;
  readonly accepts: (body: unknown) => boolean;
}

/**
 * The event with another id, and about another resource, of the same form, so that no receiver takes it for one that it has had; as it is if the
 * contract allows no other.
 */
function renewed(
  event: SchemaObject,
  { shape: { id, ordering }, random, accepts }: Identifying,
): SchemaObject {
  const others = new Map<unknown, string>();
  for (const pointer of [id, ordering?.resource]) {
    const text = pointer === undefined ? undefined : valueAtPointer(event, pointer);
    if (typeof text === "string") others.set(text, otherId(text, random));
  }
  const changed = withTexts(event, others) as SchemaObject;
  if (accepts(changed)) return changed;
  return event;
}

/** The value with other texts wherever it has some: the id of a resource may occur in several places that must agree. */
function withTexts(value: unknown, others: ReadonlyMap<unknown, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withTexts(item, others));
  if (!isSchemaObject(value)) return others.get(value) ?? value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withTexts(item, others)]));
}

/** Characters of which each may take the place of another. */
const alike = ["0123456789", "abcdef", "ghijklmnopqrstuvwxyz", "ABCDEF", "GHIJKLMNOPQRSTUVWXYZ"];

/** Another id of the same form: what precedes its last underscore stays, digits become digits, and letters letters. */
function otherId(id: string, random: (size: number) => Uint8Array): string {
  const prefix = id.slice(0, id.lastIndexOf("_") + 1);
  const rest = [...id.slice(prefix.length)];
  const bytes = random(rest.length);
  const other = rest.map((character, index) => {
    const characters = alike.find((each) => each.includes(character)) ?? character;
    return characters[(bytes[index] ?? 0) % characters.length];
  });
  return prefix + other.join("");
}
