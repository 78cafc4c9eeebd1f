import type { Protocol } from "@oipkit/runtime/webhook";

/** The identities of one delivery of a case. */
export interface Identity {
  readonly eventId: string;
  readonly deliveryId: string;
}

/** The identities of one case, all fresh, so that no case sees another's traces. */
export interface CaseIdentities {
  /** The resource of a label, created on first use. */
  readonly resource: (label: string | undefined) => string;
  /** The identity of a label, created on first use. */
  readonly identity: (label: string, test: boolean) => Identity;
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
    resource: (label = "") => known(resources, label, () => `resource_${fresh()}`),
    nonce: (label) => (label === undefined ? fresh() : known(nonces, label, fresh)),
    identity(label, test) {
      const prefix = test ? (protocol.event.testIdPrefix ?? "") : "event_";
      return known(identities, label, () => ({
        eventId: prefix + fresh(),
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
