import { type Access, restricted } from "./access.js";
import type { AccessQuery, AskOptions } from "./access-query.js";
import { type AccessQuestion, type AccessSubject, accessFailure } from "./access-question.js";

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
    const record = await store.update(subjectKey(question.subject), (known) =>
      answered(known, question, access),
    );
    return record?.access ?? access;
  };

  return {
    onEvent: async (event, asking) => {
      const question = query.findQuestion(event);
      // The event doesn't identify a subject; `ask` reports that, to the hook as well.
      if (question === undefined) return query.ask(event, asking);
      let isNews = false;
      const record = await store.update(subjectKey(question.subject), (known) => {
        isNews = known === undefined || needsAnswer(known, question);
        if (isNews) return noted(known, question);
        return known;
      });
      if (isNews || record === undefined) return settle(question, asking);
      return record.access;
    },
    check: async (subject) => {
      try {
        const record = await store.get(subjectKey(subject));
        return record?.access ?? restricted("unknown-subject");
      } catch (error) {
        return restricted("store-failed", { failure: accessFailure(error) });
      }
    },
    refresh: async (subject, asking) => {
      const record = await store.get(subjectKey(subject));
      if (record === undefined) return restricted("unknown-subject");
      return settle(record.question, asking);
    },
  };
}

/** Serializes a subject, independent of the order of its names. */
function subjectKey(subject: AccessSubject): string {
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
  if (isDecided(known)) return revision > Math.max(question.revision, access.revision ?? 0);
  return revision >= question.revision;
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
    if (revision > before || (revision === before && access.kind === "restricted")) return after;
    return known;
  }
  if (isSaid(access) && revision >= question.revision) return after;
  // Not enough to decide; for the newest question, keep the reason.
  const isOfNewest = asked.revision === question.revision;
  if (isOfNewest && access.kind === "restricted") return after;
  return known;
}

/** What a guard knows about one subject. */
export interface AccessRecord<Collections> {
  /** The question of the newest event. */
  readonly question: AccessQuestion;
  /** The current answer; `pending` until there is one. */
  readonly access: Access<Collections>;
}

/** Where a guard stores what it knows, keyed by the serialized subject. */
export interface AccessStore<Collections> {
  get(subject: string): Promise<AccessRecord<Collections> | undefined>;
  /**
   * Atomically replaces the record with the result of `change`: no other change of the same subject may interleave.
   * `change` has no side effects and may be called again. Nothing is stored if it returns `undefined`.
   */
  update(
    subject: string,
    change: (record: AccessRecord<Collections> | undefined) => AccessRecord<Collections> | undefined,
  ): Promise<AccessRecord<Collections> | undefined>;
}

/** A store that is lost when the process ends: every subject is then restricted until its next event. */
export function createMemoryAccessStore<Collections>(): AccessStore<Collections> {
  const records = new Map<string, AccessRecord<Collections>>();
  return {
    get: async (subject) => records.get(subject),
    update: async (subject, change) => {
      const record = change(records.get(subject));
      if (record !== undefined) records.set(subject, record);
      return record ?? records.get(subject);
    },
  };
}
