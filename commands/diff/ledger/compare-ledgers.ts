import type { Part } from "../part.js";
import { compareParts, type PartsComparison } from "../parts/compare-parts.js";
import { pairUp } from "../parts/pair-up.js";
import type { Version, Versions } from "../version.js";
import { type Clause, clausePart, clausesOf } from "./clause-parts.js";
import { clauseRules } from "./clause-rules.js";

/** Compares the clauses of the ledgers. A clause with another id and the same text is the same clause. */
export function compareLedgers({ old, new: current }: Versions): PartsComparison {
  const pairings = pairUp<Clause>({ old: clausesIn(old), new: clausesIn(current) }, [
    { key: ({ id }) => id },
    { key: ({ text }) => text },
  ]);
  const parts = (side: "old" | "new"): Part[] =>
    pairings.flatMap((pairing, index) => {
      const clause = pairing[side];
      return clause === undefined ? [] : [clausePart(clause, String(index))];
    });
  const comparison = compareParts({ old: parts("old"), new: parts("new") }, options);
  return { ...comparison, compared: 0 };
}

const options = { rules: clauseRules, incoming: "event" } as const;

function clausesIn({ contracts }: Version): Clause[] {
  return contracts.ledgers.flatMap(clausesOf);
}
