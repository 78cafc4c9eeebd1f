import { useCallback, useState } from "react";
import { type Draft, dropDraft, keepDraft, readDraft } from "./draft-store.js";

/** A form's values that survive an expired sign-in. */
export interface KeptDraft<T extends Draft> {
  readonly values: T;
  /** Changes some of them. */
  readonly change: (part: Partial<T>) => void;
  /** Whether they differ from what the form began with. */
  readonly isChanged: boolean;
  /** Whether they were restored after the page had been left for a sign-in. */
  readonly isRestored: boolean;
  /** Goes back to the beginning, and forgets the draft; also after a submission. */
  readonly reset: () => void;
}

/**
 * Keeps ordinary values of a form in this tab. `name` tells what the draft is for, with ids, such as `webhook:app_1`. Secrets and
 * sensitive confirmations don't belong here: keep those in `useState`, which an expired sign-in clears.
 */
export function useDraft<T extends Draft>(name: string, initial: T): KeptDraft<T> {
  const [kept, setKept] = useState<{
    readonly name: string;
    readonly draft: T | undefined;
    readonly isRestored: boolean;
  }>(() => restored(name));
  const current = kept.name === name ? kept : restored<T>(name);
  if (current !== kept) setKept(current);
  const values: T = current.draft === undefined ? initial : { ...initial, ...current.draft };
  const change = useCallback(
    (part: Partial<T>) => {
      setKept((before) => {
        const draft = { ...(before.draft ?? {}), ...part } as T;
        keepDraft(name, draft);
        return { name, draft, isRestored: before.isRestored };
      });
    },
    [name],
  );
  const reset = useCallback(() => {
    dropDraft(name);
    setKept({ name, draft: undefined, isRestored: false });
  }, [name]);
  return { values, change, isChanged: current.draft !== undefined, isRestored: current.isRestored, reset };
}

function restored<T extends Draft>(name: string) {
  const draft = readDraft<T>(name);
  return { name, draft, isRestored: draft !== undefined };
}
