import { OipkitError } from "@oipkit/runtime/errors";

/**
 * `sandbox-elsewhere`: another process has opened the same database since. `sandbox-version`: the database or snapshot is of another version
 * of oipkit. `sandbox-seed`: the database was made with another seed. `sandbox-closed`: nothing can be done any more. `event-refused`: a command emitted an event that breaks the contract.
 * `timer-unknown`: no command has a timer's name. `timer-endless`: timers set each other again and again at one time. `snapshot-invalid`: a
 * file isn't a snapshot.
 */
export type SandboxErrorCode =
  | "sandbox-elsewhere"
  | "sandbox-version"
  | "sandbox-seed"
  | "sandbox-closed"
  | "event-refused"
  | "timer-unknown"
  | "timer-endless"
  | "snapshot-invalid";

/** Something that the sandbox can't do, apart from what the platform refuses (`Refusal`). The message says what to do. */
export class SandboxError extends OipkitError {
  readonly code: SandboxErrorCode;

  constructor(code: SandboxErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Another process has opened a place of this one since. */
export function elsewhere(place: string): SandboxError {
  const what = `another process has opened ${place} and goes on with it`;
  return new SandboxError("sandbox-elsewhere", `${what}: ask that one, or start this one again`);
}
