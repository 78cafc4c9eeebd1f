import { useSyncExternalStore } from "react";
import type { components } from "../../generated/console/types.js";

/** Who is signed in, and what the frame needs. */
export type Session = components["schemas"]["Session"];

/** What the page knows about its sign-in, apart from the session itself. */
interface SessionState {
  /** A request was refused because the sign-in has expired; the page stays as it is, below a dialog. */
  readonly expired: boolean;
  /** Another account signed in; what belonged to the former one was cleared. */
  readonly accountChanged: boolean;
  /** Rises whenever secrets and confirmations must go. */
  readonly secretsEpoch: number;
}

let state: SessionState = { expired: false, accountChanged: false, secretsEpoch: 0 };
let csrf: string | null = null;
let recheck: () => void = () => {};
const listeners = new Set<() => void>();

/** Of the session, for requests that change something; in memory alone. */
export function csrfToken(): string | null {
  return csrf;
}

/** Takes over what belongs to a session that was read. */
export function sessionWasRead({ csrf_token, signed_in }: Session): void {
  csrf = csrf_token;
  if (signed_in && state.expired) change({ expired: false });
}

/** Sets how the session is read again. */
export function onSessionChange(read: () => void): void {
  recheck = read;
}

/** Called when a request was refused for its missing sign-in: shows the dialog, and clears secrets and confirmations. */
export function signInIsRequired(): void {
  if (state.expired) return;
  change({ expired: true, secretsEpoch: state.secretsEpoch + 1 });
}

/** Called when a refusal says that the session isn't what it was; it is read again. */
export function somethingChanged(): void {
  clearSecrets();
  recheck();
}

/** Clears every secret that is shown, and every open confirmation. */
export function clearSecrets(): void {
  change({ secretsEpoch: state.secretsEpoch + 1 });
}

/** Records that the account is another one; `false` when the person has read that. */
export function setAccountChanged(accountChanged: boolean): void {
  change({ accountChanged, expired: false, secretsEpoch: state.secretsEpoch + 1 });
}

/** Returns what the page knows about its sign-in. */
export function useSessionState(): SessionState {
  return useSyncExternalStore(subscribe, () => state);
}

/** Calls a function after each change; the result ends that. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(part: Partial<SessionState>): void {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
}
