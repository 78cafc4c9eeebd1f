import type { Document } from "../../../reader/documents/document.js";
import { below, type Place, placeAt } from "../../../reader/documents/place.js";
import { isSchemaObject as isRecord } from "../../../reader/documents/schema-walk.js";
import type { Party } from "../finding.js";
import type { Part } from "../part.js";

/** An entry of a ledger, as far as it says who must do what. */
export interface Clause {
  readonly id: string;
  readonly level: string;
  readonly text: string;
  /** Whose programs must follow it. */
  readonly party: Party;
  readonly place: Place;
}

/** The clauses of a ledger (`reader/vocabulary/clauses.schema.yaml`). */
export function clausesOf(ledger: Document): Clause[] {
  const list = below(placeAt(ledger, []), "clauses");
  return (Array.isArray(list.value) ? list.value : []).flatMap((value: unknown, index) => {
    if (!isRecord(value) || typeof value.id !== "string") return [];
    const { id, level, text, not_enforced: by } = value;
    return [
      {
        id,
        level: String(level),
        text: String(text),
        // The platform's own console is part of the platform; what contracts and the runtime enforce is for integrators.
        party: by === "platform" || by === "console" ? "provider" : "consumer",
        place: below(list, String(index)),
      } as const,
    ];
  });
}

/** A clause as a part. */
export function clausePart({ id, level, text, party, place }: Clause, key: string): Part {
  return {
    kind: "clause",
    key,
    title: `clause ${id}`,
    at: place,
    flow: party === "consumer" ? "to-consumer" : "to-provider",
    facts: {
      level: { value: level, at: below(place, "level") },
      text: { value: text, at: below(place, "text") },
      party: { value: party },
    },
  };
}
