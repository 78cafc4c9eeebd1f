import { useCallback, useState } from "react";
import { Button } from "./parts/button.js";
import { Notice } from "./parts/notice.js";
import { useCommonTexts } from "./texts/common-texts.js";

/** A form's values that survive an expired sign-in. */
export interface KeptDraft<T extends StoredDraft> {
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
export function useDraft<T extends StoredDraft>(name: string, initial: T): KeptDraft<T> {
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

function restored<T extends StoredDraft>(name: string) {
  const draft = readDraft<T>(name);
  return { name, draft, isRestored: draft !== undefined };
}

/** Says that a form was restored, and lets one discard that. */
export function DraftNotice<T extends StoredDraft>({
  draft,
  isLocked = false,
}: {
  readonly draft: KeptDraft<T>;
  readonly isLocked?: boolean;
}) {
  const t = useCommonTexts();
  if (!draft.isRestored || !draft.isChanged) return null;
  return (
    <Notice
      tone="info"
      live
      title={t("draft.restored")}
      actions={
        <Button size="small" onPress={draft.reset} isDisabled={isLocked}>
          {t("draft.discard")}
        </Button>
      }
    />
  );
}

/** What is kept of a form until it is submitted: ordinary values, never a secret or a confirmation. */
type StoredDraft = Readonly<Record<string, unknown>>;

const prefix = "console.draft:";
const ownerKey = "console.draft-owner";
const memory = new Map<string, StoredDraft>();

/** Returns a draft that was kept, by its name, such as `webhook:app_1`. */
export function readDraft<T extends StoredDraft>(name: string): T | undefined {
  const known = memory.get(name);
  if (known !== undefined) return known as T;
  try {
    const stored = sessionStorage.getItem(prefix + name);
    if (stored === null) return undefined;
    const draft: unknown = JSON.parse(stored);
    if (typeof draft !== "object" || draft === null) return undefined;
    memory.set(name, draft as StoredDraft);
    return draft as T;
  } catch {
    return undefined;
  }
}

/** Keeps a draft, in this tab alone, so that it survives a sign-in. */
export function keepDraft(name: string, draft: StoredDraft): void {
  memory.set(name, draft);
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(draft));
  } catch {}
}

/** Forgets a draft, because it was submitted or discarded. */
export function dropDraft(name: string): void {
  memory.delete(name);
  try {
    sessionStorage.removeItem(prefix + name);
  } catch {}
}

/** Forgets all drafts. */
export function clearDrafts(): void {
  memory.clear();
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {}
}

/** Makes drafts those of a person. Returns `false`, after clearing them, if they were somebody else's. */
export function claimDrafts(person: string): boolean {
  try {
    const owner = sessionStorage.getItem(ownerKey);
    sessionStorage.setItem(ownerKey, person);
    if (owner === null || owner === person) return true;
  } catch {
    return true;
  }
  clearDrafts();
  return false;
}
