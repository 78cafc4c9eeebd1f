import type { Access } from "./access.js";
import type { AccessQuestion } from "./access-question.js";

/** What a guard knows of one subject. */
export interface AccessRecord<Collections> {
  /** The question of the newest event. */
  readonly question: AccessQuestion;
  /** The answer that counts; `pending` as long as there is none. */
  readonly access: Access<Collections>;
}

/** Where a guard keeps what it knows, by a text that stands for the subject. */
export interface AccessStore<Collections> {
  get(subject: string): Promise<AccessRecord<Collections> | undefined>;
  /**
   * Replaces the record by what `change` makes of it, as one step: no other change of the same subject comes between.
   * `change` does nothing but compute and may be called again. Nothing is kept where it gives `undefined`.
   */
  update(
    subject: string,
    change: (record: AccessRecord<Collections> | undefined) => AccessRecord<Collections> | undefined,
  ): Promise<AccessRecord<Collections> | undefined>;
}

/** A store that forgets when the process ends: every subject is restricted then until its next event. */
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
