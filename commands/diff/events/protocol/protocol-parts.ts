import { toPointer } from "@oipkit/runtime/json-pointer";
import { below, type Place } from "../../../../reader/documents/place.js";
import { isSchemaObject as isRecord } from "../../../../reader/documents/schema-walk.js";
import type { Flow, Part } from "../../part.js";
import { effectiveProtocol } from "./effective-protocol.js";

/** The webhook protocol of a document as parts: its sections, and their members by JSON Pointer. */
export function protocolParts(
  document: Place,
  { key, flow }: { readonly key: string; readonly flow: Flow },
): Part[] {
  const at = below(document, "x-webhook-protocol");
  if (!isRecord(at.value)) return [];
  const protocol = effectiveProtocol(at.value);
  return [
    {
      kind: "protocol",
      key,
      title: "webhook protocol",
      at,
      flow,
      parts: Object.entries(protocol).map(([name, value]) => section(name, value, { at, flow })),
    },
  ];
}

interface Context {
  /** The protocol. */
  readonly at: Place;
  readonly flow: Flow;
}

function section(name: string, value: unknown, { at, flow }: Context): Part {
  return {
    kind: "protocol-section",
    key: name,
    title: `\`${name}\``,
    at: nearest(at, [name]),
    flow,
    parts: members(value, [name]).map(([tokens, member]) => ({
      kind: "protocol-member",
      key: toPointer(tokens),
      title: tokens.length === 1 ? "value" : `\`${tokens.slice(1).join(".")}\``,
      at: nearest(at, tokens),
      flow,
      facts: { value: { value: member } },
    })),
  };
}

/** Objects that are one value: their members only have a meaning together. */
const values: readonly string[] = ["/verification/answer", "/signature/key"];

function members(value: unknown, tokens: readonly string[]): (readonly [readonly string[], unknown])[] {
  if (!isRecord(value) || values.includes(toPointer(tokens))) return [[tokens, value]];
  return Object.entries(value).flatMap(([name, member]) => members(member, [...tokens, name]));
}

/** The place of a member, or of its nearest parent if it is a default. */
function nearest(protocol: Place, tokens: readonly string[]): Place {
  for (let length = tokens.length; length > 0; length--) {
    const place = below(protocol, ...tokens.slice(0, length));
    if (place.value !== undefined) return place;
  }
  return protocol;
}
