/** One thing that the adversary did, in the order in which it happened. */
export interface Act {
  readonly kind: ActKind;
  readonly deliveryId: string;
  readonly eventId: string;
  /** Which attempt of the delivery, from 1. */
  readonly attempt: number;
  /** For a hostile request: the status that it was answered with; `undefined` if there was no answer. */
  readonly status?: number | undefined;
}

/** What the adversary can do to a delivery, or send of its own. */
export type ActKind =
  | "delayed"
  | "reordered"
  | "dropped-request"
  | "dropped-answer"
  | "replayed"
  | "stale"
  | "forged"
  | "retired"
  | "unencrypted";

/** What the adversary sends must be refused; these are the statuses that §6.3 expects for each. */
const expectedStatus: Readonly<Partial<Record<ActKind, number>>> = {
  replayed: 401,
  stale: 401,
  forged: 401,
  retired: 401,
  unencrypted: 422,
};

/** A hostile request that was accepted, or answered with something else than a refusal. */
export function problemOf({ kind, eventId, status }: Act): string | undefined {
  const expected = expectedStatus[kind];
  if (expected === undefined || status === expected || status === undefined) return undefined;
  return `a ${kind} request of ${eventId} was answered with ${status}, not ${expected}`;
}
