import type { Clause } from "../../../commands/conform/suite/suite.js";
import type { Document } from "../../../reader/documents/document.js";
import type { TriedBy } from "./near-misses/near-cases.js";

/** An entry of a ledger (`reader/vocabulary/clauses.schema.yaml`), as far as the suite needs it. */
interface LedgerEntry {
  readonly id: string;
  readonly section: string;
  readonly level: "must" | "should" | "info" | "unspecified";
  readonly text: string;
  readonly not_enforced?: "platform" | "console" | "integrator" | "planned";
  readonly cases?: {
    readonly positive?: readonly string[];
    readonly negative?: readonly string[];
    readonly note?: string;
  };
  readonly unobservable?: string;
  /** Globs on ids of cases for senders. */
  readonly sender?: readonly string[];
}

/**
 * The must and should clauses of the ledgers, with the cases that test them or the reason why none does; `tried` are the
 * near misses of a clause.
 */
export function clausesOf(
  ledgers: readonly Document[],
  tried: ReadonlyMap<string, TriedBy> = new Map(),
): Clause[] {
  const entries = ledgers.flatMap(({ value }) => (value as { clauses: readonly LedgerEntry[] }).clauses);
  return entries.flatMap(({ id, section, level, text, cases, sender, unobservable, not_enforced: by }) => {
    if (level !== "must" && level !== "should") return [];
    const note = cases?.note ?? unobservable ?? (cases === undefined ? whyNone(by, sender) : undefined);
    const near = tried.get(id);
    const positive = both(cases?.positive, near?.positive);
    const negative = both(cases?.negative, near?.negative);
    return [
      {
        id,
        section,
        level,
        text,
        ...(positive && { positive }),
        ...(negative && { negative }),
        ...(note !== undefined && { note }),
      },
    ];
  });
}

/** The must and should clauses that cases for senders test. */
export function senderClausesOf(ledgers: readonly Document[]): Clause[] {
  const entries = ledgers.flatMap(({ value }) => (value as { clauses: readonly LedgerEntry[] }).clauses);
  return entries.flatMap(({ id, section, level, text, sender }) =>
    (level === "must" || level === "should") && sender !== undefined
      ? [{ id, section, level, text, positive: sender }]
      : [],
  );
}

function both(written: readonly string[] = [], near: readonly string[] = []): readonly string[] | undefined {
  const all = [...written, ...near];
  return all.length === 0 ? undefined : all;
}

function whyNone(by: LedgerEntry["not_enforced"], sender: LedgerEntry["sender"]): string {
  if (by === undefined && sender !== undefined) return "it concerns the sender, whose own suite tests it";
  switch (by) {
    case "platform":
      return "only the platform can keep it";
    case "console":
      return "it concerns the platform's own console";
    case "integrator":
      return "it concerns what the integrator's code does after the answer";
    default:
      return "no case tests it";
  }
}

/** The titles of the ledgers' sections, by number. */
export function sectionsOf(ledgers: readonly Document[]): Readonly<Record<string, string>> {
  const titles = ledgers.map(({ value }) => (value as { sections?: Record<string, string> }).sections ?? {});
  return Object.assign({}, ...titles) as Record<string, string>;
}
