import { type Access, restricted } from "./access.js";
import type { AccessQuery, AskOptions } from "./access-query.js";
import type { AccessQuestion, AccessSubject } from "./access-question.js";
import { type AccessRecord, type AccessStore, createMemoryAccessStore } from "./access-store.js";
import { failureOf } from "./read-snapshot.js";

/** What a guard queries, and where it stores the answers. */
export interface AccessGuardOptions<Event, Collections> {
  readonly query: AccessQuery<Event, Collections>;
  /** Default: memory. */
  readonly store?: AccessStore<Collections> | undefined;
}

/** Keeps a subject restricted after an event until a snapshot that is at least as recent allows access. */
export interface AccessGuard<Event, Collections> {
  /**
   * Restricts the event's subject, requests a snapshot and returns the resulting access. An event that is older than
   * the known one, or is the known one and already answered, changes nothing and sends nothing. Rejects with the store's
   * error, so that the event is retried, and with `UnknownAccessEventError` for an event of another kind.
   */
  onEvent(event: Event, options?: AskOptions): Promise<Access<Collections>>;
  /** What the subject may do; restricted if nothing is known or the store fails. Sends no request. */
  check(subject: AccessSubject): Promise<Access<Collections>>;
  /** Repeats the newest question, for example after a failed call. Rejects if the store fails. */
  refresh(subject: AccessSubject, options?: AskOptions): Promise<Access<Collections>>;
}

/** A guard that requests access, remembers the newest answer for each subject, and restricts access if in doubt. */
export function createAccessGuard<Event, Collections>(
  options: AccessGuardOptions<Event, Collections>,
): AccessGuard<Event, Collections> {
  const { query, store = createMemoryAccessStore<Collections>() } = options;

  const settle = async (question: AccessQuestion, asking: AskOptions | undefined) => {
    const access = await query.answer(question, asking);
    const record = await store.update(keyOf(question.subject), (known) => answered(known, question, access));
    return record?.access ?? access;
  };

  return {
    onEvent: async (event, asking) => {
      const question = query.questionOf(event);
      // The event doesn't identify a subject; `ask` reports that, to the hook as well.
      if (question === undefined) return query.ask(event, asking);
      let isNews = false;
      const record = await store.update(keyOf(question.subject), (known) => {
        isNews = known === undefined || needsAnswer(known, question);
        return isNews ? noted(known, question) : known;
      });
      return isNews || record === undefined ? settle(question, asking) : record.access;
    },
    check: async (subject) => {
      try {
        const record = await store.get(keyOf(subject));
        return record?.access ?? restricted("unknown-subject");
      } catch (error) {
        return restricted("store-failed", { failure: failureOf(error) });
      }
    },
    refresh: async (subject, asking) => {
      const record = await store.get(keyOf(subject));
      return record === undefined ? restricted("unknown-subject") : settle(record.question, asking);
    },
  };
}

/** Serializes a subject, independent of the order of its names. */
function keyOf(subject: AccessSubject): string {
  return JSON.stringify(Object.entries(subject).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether a snapshot at least as recent as the newest event has given an answer. */
function isDecided<C>({ question, access }: AccessRecord<C>): boolean {
  return isSaid(access) && (access.revision ?? question.revision) >= question.revision;
}

/** Whether any snapshot has given an answer. */
function isSaid<C>(access: Access<C>): boolean {
  return access.kind === "allowed" || access.reason === "not-allowed";
}

function needsAnswer<C>(known: AccessRecord<C>, { revision }: AccessQuestion): boolean {
  const { question, access } = known;
  return isDecided(known)
    ? revision > Math.max(question.revision, access.revision ?? 0)
    : revision >= question.revision;
}

function noted<C>(known: AccessRecord<C> | undefined, question: AccessQuestion): AccessRecord<C> {
  const isSame = known !== undefined && known.question.revision === question.revision;
  return { question, access: isSame ? known.access : restricted("pending") };
}

/** What is known after an answer: never an older revision; of two for the same revision, the restrictive one. */
function answered<C>(
  known: AccessRecord<C> | undefined,
  asked: AccessQuestion,
  access: Access<C>,
): AccessRecord<C> {
  if (known === undefined) return { question: asked, access };
  const { question } = known;
  const after = { question, access };
  const revision = access.revision ?? asked.revision;
  if (isDecided(known)) {
    // A failed call doesn't contradict an earlier snapshot.
    if (!isSaid(access)) return known;
    const before = known.access.revision ?? question.revision;
    return revision > before || (revision === before && access.kind === "restricted") ? after : known;
  }
  if (isSaid(access) && revision >= question.revision) return after;
  // Not enough to decide; for the newest question, keep the reason.
  const isOfNewest = asked.revision === question.revision;
  return isOfNewest && access.kind === "restricted" ? after : known;
}
