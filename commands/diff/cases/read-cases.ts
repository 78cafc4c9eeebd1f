import { below, type Place, placeAt } from "../../../reader/documents/place.js";
import { isSchemaObject as isRecord } from "../../../reader/documents/schema-walk.js";
import { canonical } from "../inclusion/goal/canonical.js";
import type { Version } from "../version.js";

/** A conformance case that was written by hand. */
export interface ConformanceCase {
  readonly id: string;
  readonly level: string;
  /** What is sent and expected, and what the receiver must offer, as a text that is equal if they are. */
  readonly content: string;
  readonly place: Place;
}

/** The cases of a version, without those that are derived from its schemas and its protocol. */
export function casesOf({ contracts }: Version): ConformanceCase[] {
  return contracts.cases.flatMap((document) => {
    const list = below(placeAt(document, []), "cases");
    return (Array.isArray(list.value) ? list.value : []).flatMap((value: unknown, index) => {
      if (!isRecord(value) || typeof value.id !== "string") return [];
      const needs = Array.isArray(value.needs) ? value.needs.map(canonical).sort() : [];
      return [
        {
          id: value.id,
          level: String(value.level),
          content: canonical([value.steps, needs]),
          place: below(list, String(index)),
        },
      ];
    });
  });
}
