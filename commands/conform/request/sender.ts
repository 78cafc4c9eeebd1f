import type { ApplicationBinding, Credentials } from "@oipkit/runtime/webhook";
import type { Suite } from "../suite/suite.js";
import type { ExampleBindings } from "./fresh-event.js";

/** What is needed to build the requests of a case. */
export interface Sender {
  readonly suite: Pick<Suite, "protocol" | "examples" | "ids">;
  readonly bindings: ExampleBindings;
  readonly credentials: Credentials;
  readonly application: ApplicationBinding;
  /** The address that the receiver is reached by, if the signature covers it. */
  readonly url?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly random: (size: number) => Uint8Array;
}
