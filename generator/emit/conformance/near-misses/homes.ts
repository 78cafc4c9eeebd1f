import type { Level } from "../../../../commands/conform/suite/suite.js";
import type { Document } from "../../../../reader/documents/document.js";
import type { Family } from "./near-miss.js";

/** Where the cases of a family belong: the rule of which they are near misses. */
export interface Home {
  /** The ledger's entry; absent if no ledger names the family. */
  readonly entry?: string;
  /** Beginning of the ids. */
  readonly prefix: string;
  readonly clause: string;
  readonly level: Level;
}

interface LedgerEntry {
  readonly id: string;
  readonly section: string;
  readonly level: string;
  readonly near?: readonly string[];
}

/** What the near misses of an event are about; the most specific entry of the ledger counts. */
export interface HomeQuery {
  readonly family: Family;
  /** The event's name and its family. */
  readonly of?: readonly (string | undefined)[];
  readonly part?: string | undefined;
}

/**
 * Finds the rule of a family: the ledger's entry whose `near` names it, with the event or its family, and with the part, if
 * they have rules of their own (`binding/access/product`), or else the place in the protocol document.
 */
export function homesOf(ledgers: readonly Document[]): (query: HomeQuery) => Home {
  const homes = new Map<string, Home>();
  for (const { value } of ledgers) {
    for (const { id, section, level, near = [] } of (value as { clauses: readonly LedgerEntry[] }).clauses) {
      const prefix = section.replace(/^§/, "").replace(/\((\d+)\)$/, ".$1");
      for (const name of near) {
        homes.set(name, { entry: id, prefix, clause: section, level: level as Level });
      }
    }
  }
  return ({ family: { name, member }, of = [], part }) => {
    const names = [...of.flatMap((each) => [`${name}/${each}/${part}`, `${name}/${each}`]), name];
    const found = names.find((each) => homes.has(each));
    const home = found === undefined ? undefined : homes.get(found);
    return home ?? { prefix: "protocol", clause: `x-webhook-protocol/${member}`, level: "must" };
  };
}
