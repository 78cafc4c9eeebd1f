import { useSyncExternalStore } from "react";

const chosen = new Map<string, string>();
const listeners = new Set<() => void>();

/** Remembers which application was open last in an organization and environment, for links; until the page is closed. */
export function rememberApplication(scope: string, application: string): void {
  if (chosen.get(scope) === application) return;
  chosen.set(scope, application);
  for (const listener of listeners) listener();
}

/** Returns the application that was open last there. */
export function useLastApplication(scope: string): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => chosen.get(scope),
  );
}
