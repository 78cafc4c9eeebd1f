import type { Inbox } from "../ports/inbox.js";
import type { NonceStore } from "../ports/nonce-store.js";
import type { FaultyStore } from "./faults.js";
import type { ProbedReceiver } from "./probe.js";
import type { Transcript } from "./transcript.js";

/** What the operations of a probe work on. */
export interface ProbeState<Transaction = unknown> {
  readonly application: string;
  readonly inbox: FaultyStore<Inbox<Transaction>>;
  readonly nonces: FaultyStore<NonceStore>;
  readonly transcript: Transcript;
  readonly maxRecorded: number;
  /** The receiver, once it is known. */
  receiver: ProbedReceiver | undefined;
  /** Absent if the receiver can't be restarted. */
  readonly restart: (() => Promise<void>) | undefined;
}
