import { fromPointer, toPointer, valueAtPointer } from "@oipkit/runtime/json-pointer";
import type { Protocol } from "@oipkit/runtime/webhook";
import { type IdShape, idText } from "../../../commands/conform/request/case-identities.js";
import { changed } from "../../../commands/conform/request/change.js";
import { renamed } from "../../../commands/conform/request/fresh-event.js";
import type { Change } from "../../../commands/conform/suite/delivery.js";
import type { EventIds, EventOrder } from "../../../commands/conform/suite/suite.js";
import type { Contracts } from "../../../reader/documents/contracts.js";
import { propertyBranches } from "../../../reader/documents/joint-schemas.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import type { EventMessage } from "../../../reader/model/model.js";
import type { InstanceChecks } from "../../../reader/validation/instances.js";
import type { EventExample } from "../../../reader/validation/synthesis/event-examples.js";
import { patternShapes } from "../../../reader/validation/synthesis/pattern-texts.js";
import { eventFields } from "./fields.js";

const hex = "0123456789abcdef";
const uuid: IdShape = [
  { of: hex, length: 8 },
  "-",
  { of: hex, length: 4 },
  "-4",
  { of: hex, length: 3 },
  "-8",
  { of: hex, length: 3 },
  "-",
  { of: hex, length: 12 },
];
const plain: readonly IdShape[] = [
  uuid,
  [{ of: hex, length: 24 }],
  [{ of: hex, length: 16 }],
  [{ of: "0123456789", length: 12 }],
  [{ of: "abcdefghijklmnopqrstuvwxyz", length: 8 }],
];

/** What ids of events and resources of one kind look like, where the schema doesn't allow those of the runner. */
export function idShapes(
  {
    contracts,
    checks,
    protocol,
  }: { readonly contracts: Contracts; readonly checks: InstanceChecks; readonly protocol: Protocol },
  { payload }: EventMessage,
  examples: readonly EventExample[],
): EventIds {
  const events = examples.map(({ document }) => document.value).filter((value) => checks.is(payload, value));
  const shapeAt = (pointer: string | undefined, prefix: string, replaced: Replace): IdShape | undefined => {
    const [text] = events
      .map((event) => valueAtPointer(event, pointer ?? ""))
      .filter((each) => typeof each === "string");
    if (pointer === undefined || text === undefined) return undefined;
    const fits = (shape: IdShape): boolean =>
      [0, 7, 255].every((byte) => {
        const to = idText(shape, (size) => new Uint8Array(size).fill(byte));
        return events.every((event) => {
          const own = valueAtPointer(event, pointer);
          return typeof own !== "string" || checks.is(payload, replaced(event, { pointer, own, to }));
        });
      });
    if (fits([prefix, { of: hex, length: 24 }])) return undefined;
    const schemas = propertyBranches(contracts, payload, fromPointer(pointer)).map(({ value }) => value);
    const patterns = schemas.flatMap((schema) => {
      if (!isSchemaObject(schema)) return [];
      return [schema.pattern];
    });
    const sampled = patterns.flatMap((pattern) => {
      if (typeof pattern !== "string") return [];
      return [...patternShapes(pattern)];
    });
    const longestFirst = sampled.sort((a, b) => freedom(b) - freedom(a));
    // An id that never changes makes cases depend on each other, but each delivery stays valid.
    return [...longestFirst, ...plain].find(fits) ?? [text];
  };
  const event = shapeAt(protocol.event.id, "event_", (event, { pointer, to }) =>
    changed(event as object, [{ set: pointer, to }]),
  );
  const resource = shapeAt(protocol.event.ordering?.resource, "resource_", (event, { own, to }) =>
    renamed(event, own, to),
  );
  return { ...(event && { event }), ...(resource && { resource }) };
}

type Replace = (
  event: unknown,
  id: { readonly pointer: string; readonly own: string; readonly to: string },
) => unknown;

/** More than this many free characters say no more. */
const enough = 24;

function freedom(shape: IdShape): number {
  return Math.min(
    enough,
    shape.reduce((sum, part) => sum + (typeof part === "string" ? 0 : part.length), 0),
  );
}

/** Where each event of a family belongs, and its fields that must be equal, from `x-rules`; by event. */
export function eventOrders(
  contracts: Contracts,
  messages: readonly EventMessage[],
): Readonly<Record<string, EventOrder>> {
  const entries = messages.flatMap(({ label, family, payload }): [string, EventOrder][] => {
    if (family === undefined) return [];
    return [[label, { family, equal: equalFields(contracts, payload) }]];
  });
  return Object.fromEntries(entries);
}

function equalFields(contracts: Contracts, payload: EventMessage["payload"]): EventOrder["equal"] {
  return eventFields(contracts, payload).objects.flatMap(({ path, schemas }) =>
    schemas
      .flatMap((schema) => {
        if (!Array.isArray(schema["x-rules"])) return [];
        return schema["x-rules"];
      })
      .flatMap(({ equal }: { readonly equal?: readonly [string, string] }) => {
        if (equal === undefined) return [];
        return [[toPointer(path) + equal[0], toPointer(path) + equal[1]] as [string, string]];
      }),
  );
}

/** An event whose content is to be changed. */
interface OtherContentInput {
  readonly event: object;
  readonly shape: Partial<Protocol["event"]>;
  /** JSON Pointers of fields that must be equal, in pairs. */
  readonly equal: readonly (readonly [string, string])[];
  readonly isValid: (event: object) => boolean;
}

/**
 * The first change of one value that leaves an event valid and with the same id, type, binding and version; `undefined` if
 * there is none.
 */
export function otherContent({
  event,
  shape,
  equal,
  isValid,
}: OtherContentInput): readonly Change[] | undefined {
  const { id, type, correlationId, ordering, binding = {} } = shape;
  const kept = new Set(
    [
      id,
      type,
      correlationId,
      ordering?.resource,
      ordering?.version,
      ...Object.values(binding),
      ...equal,
    ].flat(),
  );
  for (const { pointer, value } of findLeaves(event)) {
    if (kept.has(pointer)) continue;
    const found = otherValues(value)
      .map((to): readonly Change[] => [{ set: pointer, to }])
      .find((change) => isValid(changed(event, change)));
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Leaf {
  readonly pointer: string;
  readonly value: unknown;
}

function findLeaves(value: unknown, path: readonly string[] = []): readonly Leaf[] {
  if (typeof value !== "object" || value === null) return [{ pointer: toPointer(path), value }];
  return Object.entries(value).flatMap(([key, item]) => findLeaves(item, [...path, key]));
}

function otherValues(value: unknown): readonly unknown[] {
  if (typeof value === "string")
    return [`${value}x`, `${value.slice(0, -1)}${value.endsWith("1") ? "2" : "1"}`];
  if (typeof value === "number") return [value + 1, value - 1];
  if (typeof value === "boolean") return [!value];
  return [];
}
