import { toPointer } from "@oipkit/runtime/json-pointer";
import type { Protocol } from "@oipkit/runtime/webhook";
import { changed } from "../../../commands/conform/request/change.js";
import type { Change } from "../../../commands/conform/suite/delivery.js";

/** An event whose content is to be changed. */
export interface OtherContentInput {
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
  for (const { pointer, value } of leavesOf(event)) {
    if (kept.has(pointer)) continue;
    const found = othersOf(value)
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

function leavesOf(value: unknown, path: readonly string[] = []): readonly Leaf[] {
  if (typeof value !== "object" || value === null) return [{ pointer: toPointer(path), value }];
  return Object.entries(value).flatMap(([key, item]) => leavesOf(item, [...path, key]));
}

function othersOf(value: unknown): readonly unknown[] {
  if (typeof value === "string")
    return [`${value}x`, `${value.slice(0, -1)}${value.endsWith("1") ? "2" : "1"}`];
  if (typeof value === "number") return [value + 1, value - 1];
  return typeof value === "boolean" ? [!value] : [];
}
