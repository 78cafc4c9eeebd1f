import type { Protocol } from "@oipkit/runtime/webhook";
import { type IdShape, idText } from "./id-text.js";

/** The identities of one delivery of a case. */
export interface Identity {
  readonly eventId: string;
  readonly deliveryId: string;
}

/** What a new event id is like. */
export interface IdentityOptions {
  /** Whether it is that of a test event. */
  readonly test: boolean;
  /** Default: the runner's own. */
  readonly shape?: IdShape | undefined;
}

/** The identities of one case, all fresh, so that no case sees another's traces. */
export interface CaseIdentities {
  /** The resource of a label, created on first use. */
  readonly resource: (label: string | undefined, shape?: IdShape) => string;
  /** The identity of a label, created on first use. */
  readonly identity: (label: string, options: IdentityOptions) => Identity;
  /** The nonce of a label, or a fresh one without a label. */
  readonly nonce: (label: string | undefined) => string;
  /** Text that was never used before. */
  readonly fresh: () => string;
}

/** Fresh identities with names from `random`, which returns that many random bytes. */
export function newCaseIdentities(protocol: Protocol, random: (size: number) => Uint8Array): CaseIdentities {
  const fresh = (): string => Buffer.from(random(12)).toString("hex");
  const identities = new Map<string, Identity>();
  const nonces = new Map<string, string>();
  const resources = new Map<string, string>();
  return {
    fresh,
    resource: (label = "", shape) =>
      known(resources, label, () => (shape === undefined ? `resource_${fresh()}` : idText(shape, random))),
    nonce: (label) => (label === undefined ? fresh() : known(nonces, label, fresh)),
    identity(label, { test, shape }) {
      const prefix = test ? (protocol.event.testIdPrefix ?? "") : "event_";
      const eventId = (): string => (shape === undefined || test ? prefix + fresh() : idText(shape, random));
      return known(identities, label, () => ({
        eventId: eventId(),
        deliveryId: `delivery_${fresh()}`,
      }));
    },
  };
}

function known<Value>(map: Map<string, Value>, label: string, make: () => Value): Value {
  const value = map.get(label) ?? make();
  map.set(label, value);
  return value;
}
