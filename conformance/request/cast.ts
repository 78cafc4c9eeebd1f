import type { Protocol } from "@oipkit/runtime/webhook";

/** The identities that one delivery of a case goes by. */
export interface Identity {
  readonly eventId: string;
  readonly deliveryId: string;
}

/** The identities of one case: all of them fresh, so that no case sees another's traces. */
export interface Cast {
  /** The resource behind a label, made when it is first asked for. */
  readonly resource: (label: string | undefined) => string;
  /** The identity behind a label, made when it is first asked for. */
  readonly identity: (label: string, test: boolean) => Identity;
  /** The nonce behind a label, or a fresh one without a label. */
  readonly nonce: (label: string | undefined) => string;
  /** Text that nobody has used. */
  readonly fresh: () => string;
}

/** A cast whose names come from `random`, which gives that many random bytes. */
export function newCast(protocol: Protocol, random: (size: number) => Uint8Array): Cast {
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
