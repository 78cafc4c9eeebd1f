import type { Access } from "./access.js";
import type { AccessQuestion } from "./access-question.js";

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
