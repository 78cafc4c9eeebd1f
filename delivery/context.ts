import type { EventValidator, Protocol } from "@oipkit/runtime/webhook";
import type { Clock } from "./ports/clock.js";
import type { Directory } from "./ports/directory.js";
import type { Observer } from "./ports/observer.js";
import type { Transport } from "./ports/transport.js";
import type { DeliverySettings } from "./settings.js";
import type { Store } from "./store/store.js";

/** What every part of the engine works with. */
export interface DeliveryContext {
  readonly protocol: Protocol;
  readonly store: Store;
  readonly directory: Directory;
  readonly transport: Transport;
  readonly clock: Clock;
  /** The time that attempts are signed with, in milliseconds since 1970. Default: that of `clock`. */
  readonly stamp?: (() => number) | undefined;
  /** Returns that many random bytes. */
  readonly random: (size: number) => Uint8Array;
  /** Of the contract; events are checked by it before they are published. */
  readonly validate: EventValidator<object>;
  readonly settings: DeliverySettings;
  readonly observer: Observer;
}
