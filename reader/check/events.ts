import { fromPointer } from "@oipkit/runtime/json-pointer";
import { documentMessages, type MessageSource } from "../documents/asyncapi/messages.js";
import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import { propertyBranches } from "../documents/joint-schemas.js";
import { listMembers } from "../documents/list-members.js";
import { below, type Place, placeKey } from "../documents/place.js";
import { isSchemaObject, listOrEmpty, recordOrEmpty } from "../documents/schema-walk.js";
import { NameSuggestions } from "./name-suggestions.js";

/** An event must have one name and one message, and may narrow its base schema only to values that the base allows. */
export function checkEvents(contracts: Contracts): Diagnostic[] {
  const found: Diagnostic[] = [];
  const names = new Map<string, Place>();
  const suggestions = new NameSuggestions();
  for (const document of contracts.asyncapi) {
    const type = typePath(document.value);
    const needsName = isTypeInHeader(document.value);
    const isDelivered = (document.value as Protocol)["x-webhook-protocol"] !== undefined;
    for (const message of documentMessages(contracts, document)) {
      found.push(...checkName(contracts, message, { type, names, needsName, isDelivered }));
      if (message.payload) found.push(...outsideBase(contracts, message.payload, { path: [], suggestions }));
    }
  }
  return found;
}

/** The path of the property with the type. */
function typePath(value: unknown): readonly string[] | undefined {
  const protocol = (value as { "x-webhook-protocol"?: { event?: { type?: unknown } } })["x-webhook-protocol"];
  const pointer = protocol?.event?.type;
  if (typeof pointer === "string") return fromPointer(pointer);
  return undefined;
}

/** Whether only a header has the type. */
function isTypeInHeader(value: unknown): boolean {
  return (
    (value as { "x-webhook-protocol"?: unknown })["x-webhook-protocol"] !== undefined &&
    typePath(value) === undefined
  );
}

interface Protocol {
  readonly "x-webhook-protocol"?: unknown;
}

interface NameCheck {
  readonly type: readonly string[] | undefined;
  /** The places of the names so far. */
  readonly names: Map<string, Place>;
  readonly needsName: boolean;
  /** Whether a protocol delivers the messages, so that their names are the types of events. */
  readonly isDelivered: boolean;
}

function checkName(
  contracts: Contracts,
  { key, name, place, payload }: MessageSource,
  { type, names, needsName, isDelivered }: NameCheck,
): Diagnostic[] {
  const values = type === undefined || !payload ? [] : propertyBranches(contracts, payload, type);
  const constant = values.find(({ value }) => isSchemaObject(value) && typeof value.const === "string");
  const pattern = values.some(({ value }) => isSchemaObject(value) && typeof value.pattern === "string");
  const own =
    (constant?.value as { const?: string } | undefined)?.const ?? (type === undefined ? name : undefined);
  if (type !== undefined && constant === undefined && !pattern) {
    const message = `the message \`${key}\` doesn't define its event type`;
    const hint = `Add a \`const\` (or a \`pattern\`) to \`${type.join(".")}\` in the payload of this message.`;
    return [
      diagnose(place.document, place.tokens, { code: "event-type-missing", message, hint, target: "key" }),
    ];
  }
  if (own === undefined && needsName) {
    const message = `the message \`${key}\` doesn't name its event`;
    const hint = "Add `name` with the event's type: only a header of a delivery has it.";
    return [
      diagnose(place.document, place.tokens, { code: "event-type-missing", message, hint, target: "key" }),
    ];
  }
  if (own === undefined) return [];
  if (name !== undefined && name !== own && constant) {
    const message = `the message is named \`${name}\`, but its payload has \`${own}\``;
    return [
      diagnose(place.document, [...place.tokens, "name"], {
        code: "event-type-missing",
        message,
        hint: "Use the same name in both places.",
      }),
    ];
  }
  const first = names.get(own);
  if (first === undefined || placeKey(first) === placeKey(place)) {
    names.set(own, place);
    return [];
  }
  const message = `duplicate event \`${own}\`: the message \`${first.tokens.at(-1)}\` in ${first.document.file} already defines it`;
  const at = constant ?? place;
  return [
    diagnose(at.document, constant ? [...constant.tokens, "const"] : [...place.tokens, "name"], {
      severity: isDelivered ? "error" : "warning",
      code: "event-duplicate",
      message,
      hint: "Remove or rename one of the two messages.",
    }),
  ];
}

/** A property of an event, by its path, and where names are suggested for its values. */
interface Narrowing {
  readonly path: readonly string[];
  readonly suggestions: NameSuggestions;
}

/** Values of an `enum` or `const` that the schema it narrows doesn't allow: no document with them could be valid. */
function outsideBase(contracts: Contracts, schema: Place, { path, suggestions }: Narrowing): Diagnostic[] {
  if (path.length > 8) return [];
  const all = propertyBranches(contracts, schema, path);
  const [own, ...bases] = all.flatMap((place) => allowedValues(place));
  const found: Diagnostic[] = [];
  for (const base of own ? bases : []) {
    own?.values.forEach((value, index) => {
      if (listMembers(base.values).has(value) || typeof value === "object") return;
      const message = `\`${String(value)}\` isn't one of the ${base.values.length} values that \`${path.join(".")}\` allows in ${base.place.document.file}`;
      const hint = suggestions.hint(String(value), () => base.values.map(String), {
        found: (near) => `Did you mean \`${near}\`? Otherwise, add the value there first.`,
        otherwise: "Add the value there first, or remove it here.",
      });
      const tokens = own.list ? [...own.place.tokens, "enum", String(index)] : [...own.place.tokens, "const"];
      found.push(diagnose(own.place.document, tokens, { code: "enum-outside-base", message, hint }));
    });
  }
  const [first] = all;
  if (first === undefined) return found;
  for (const name of ownProperties(first)) {
    found.push(...outsideBase(contracts, schema, { path: [...path, name], suggestions }));
  }
  return found;
}

/** The properties that a schema declares itself, inline or in an inline part of its `allOf`. */
function ownProperties(place: Place): Set<string> {
  if (!isSchemaObject(place.value)) return new Set();
  const { properties, allOf } = place.value;
  const parts = listOrEmpty(allOf).map((_, index) => below(place, "allOf", String(index)));
  const own = Object.keys(recordOrEmpty(properties));
  return new Set([...own, ...parts.flatMap((part) => [...ownProperties(part)])]);
}

function allowedValues(place: Place): { place: Place; values: readonly unknown[]; list: boolean }[] {
  if (!isSchemaObject(place.value)) return [];
  if (Array.isArray(place.value.enum)) return [{ place, values: place.value.enum, list: true }];
  if ("const" in place.value) return [{ place, values: [place.value.const], list: false }];
  return [];
}
