import { useSyncExternalStore } from "react";

/** A scope, such as `org_1/sandbox`, and the application that was open last in it. */
type Choice = readonly [scope: string, application: string];

const key = "console.applications";
const personKey = "console.applications-of";

/** How many scopes are remembered; the one that was used longest ago goes first. */
const most = 20;
const longest = 200;

let chosen: Map<string, string> | undefined;
const listeners = new Set<() => void>();

/**
 * Remembers which application was open last in an organization and environment, for links. A tab keeps its own choice over reloads; a new
 * tab begins with the latest one of all tabs, and doesn't follow them afterwards.
 */
export function rememberApplication(scope: string, application: string): void {
  const own = ownChoices();
  const isNew = own.get(scope) !== application;
  own.delete(scope);
  own.set(scope, application);
  write(sessionStorage, [...own]);
  const shared = new Map(read(localStorage));
  shared.delete(scope);
  shared.set(scope, application);
  write(localStorage, [...shared]);
  if (isNew) tellAll();
}

/** Makes the choices those of a person: somebody else's are forgotten. */
export function claimChosenApplications(person: string): void {
  try {
    if (localStorage.getItem(personKey) === person) return;
    forgetChosenApplications();
    localStorage.setItem(personKey, person);
  } catch {
    // A browser may keep nothing; then it is forgotten at the next reload.
  }
}

/** Forgets all choices. */
export function forgetChosenApplications(): void {
  chosen = new Map();
  for (const storage of [() => sessionStorage, () => localStorage]) {
    try {
      storage().removeItem(key);
      storage().removeItem(personKey);
    } catch {
      // A browser may keep nothing; then it is forgotten at the next reload.
    }
  }
  tellAll();
}

/** Returns the application that was open last in a scope. */
export function useChosenApplication(scope: string): string | undefined {
  return useSyncExternalStore(subscribe, () => ownChoices().get(scope));
}

/** What this tab knows: at its start, what it kept over a reload, then what other tabs chose last. */
function ownChoices(): Map<string, string> {
  chosen ??= new Map([...read(localStorage), ...read(sessionStorage)]);
  return chosen;
}

function read(storage: Storage): readonly Choice[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isChoice).slice(-most) : [];
  } catch {
    return [];
  }
}

function isChoice(kept: unknown): kept is Choice {
  return (
    Array.isArray(kept) &&
    kept.length === 2 &&
    kept.every((part) => typeof part === "string" && part.length <= longest)
  );
}

function write(storage: Storage, choices: readonly Choice[]): void {
  try {
    storage.setItem(key, JSON.stringify(choices.slice(-most)));
  } catch {
    // A browser may keep nothing; then it is forgotten at the next reload.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tellAll(): void {
  for (const listener of listeners) listener();
}
