/** What is kept of a form until it is submitted: ordinary values, never a secret or a confirmation. */
export type Draft = Readonly<Record<string, unknown>>;

const prefix = "console.draft:";
const ownerKey = "console.draft-owner";
const memory = new Map<string, Draft>();

/** Returns a draft that was kept, by its name, such as `webhook:app_1`. */
export function readDraft<T extends Draft>(name: string): T | undefined {
  const known = memory.get(name);
  if (known !== undefined) return known as T;
  try {
    const stored = sessionStorage.getItem(prefix + name);
    if (stored === null) return undefined;
    const draft: unknown = JSON.parse(stored);
    if (typeof draft !== "object" || draft === null) return undefined;
    memory.set(name, draft as Draft);
    return draft as T;
  } catch {
    return undefined;
  }
}

/** Keeps a draft, in this tab alone, so that it survives a sign-in. */
export function keepDraft(name: string, draft: Draft): void {
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
