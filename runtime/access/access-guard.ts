import { type Access, restricted } from "./access.js";
import type { AccessQuery, AskOptions } from "./access-query.js";
import type { AccessQuestion, AccessSubject } from "./access-question.js";
import { type AccessRecord, type AccessStore, createMemoryAccessStore } from "./access-store.js";
import { failureOf } from "./read-snapshot.js";

/** What a guard asks, and where it remembers the answers. */
export interface AccessGuardOptions<Event, Collections> {
  readonly query: AccessQuery<Event, Collections>;
  /** Default: memory. */
  readonly store?: AccessStore<Collections> | undefined;
}

/** Keeps a subject restricted from an event on until a snapshot that is no older says otherwise. */
export interface AccessGuard<Event, Collections> {
  /**
   * Restricts the event's subject, asks, and gives what counts from then on. An event that is older than what is
   * known, or is known and answered, changes nothing and asks nothing. Rejects where the store fails, so that the
   * event is tried again, and with `UnknownAccessEventError` for an event of another kind.
   */
  onEvent(event: Event, options?: AskOptions): Promise<Access<Collections>>;
  /** What the subject may do; restricted where nothing is known, or the store fails. Asks nobody. */
  check(subject: AccessSubject): Promise<Access<Collections>>;
  /** Asks the newest question again, for example after a call that failed. Rejects where the store fails. */
  refresh(subject: AccessSubject, options?: AskOptions): Promise<Access<Collections>>;
}

/** A guard that asks, remembers the newest answer of each subject, and restricts access if it can't be sure. */
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
      // Nobody knows whom such an event is about; `ask` says so, to the hook as well.
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

/** A text for a subject, whatever the order of its names. */
function keyOf(subject: AccessSubject): string {
  return JSON.stringify(Object.entries(subject).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether a snapshot that is no older than the newest event has said yes or no. */
function isDecided<C>({ question, access }: AccessRecord<C>): boolean {
  return isSaid(access) && (access.revision ?? question.revision) >= question.revision;
}

/** Whether a snapshot has said yes or no at all. */
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

/** What is known after an answer: never of an older revision, and of two for one revision the one that restricts. */
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
    // A call that fails says nothing against what a snapshot said.
    if (!isSaid(access)) return known;
    const before = known.access.revision ?? question.revision;
    return revision > before || (revision === before && access.kind === "restricted") ? after : known;
  }
  if (isSaid(access) && revision >= question.revision) return after;
  // Not enough to decide; of the newest question it says why.
  const isOfNewest = asked.revision === question.revision;
  return isOfNewest && access.kind === "restricted" ? after : known;
}
