import type { Protocol } from "@oipkit/runtime/webhook";

/** The identities of one delivery of a case. */
export interface CaseIdentity {
  readonly eventId: string;
  readonly deliveryId: string;
}

/** What a new event id is like. */
interface IdentityOptions {
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
  readonly identity: (label: string, options: IdentityOptions) => CaseIdentity;
  /** The nonce of a label, or a fresh one without a label. */
  readonly nonce: (label: string | undefined) => string;
  /** The event ids made so far. */
  readonly eventIds: () => readonly string[];
  /** Text that was never used before. */
  readonly fresh: () => string;
}

/** Fresh identities with names from `random`, which returns that many random bytes. */
export function newCaseIdentities(protocol: Protocol, random: (size: number) => Uint8Array): CaseIdentities {
  const fresh = (): string => Buffer.from(random(12)).toString("hex");
  const identities = new Map<string, CaseIdentity>();
  const nonces = new Map<string, string>();
  const resources = new Map<string, string>();
  return {
    fresh,
    eventIds: () => [...identities.values()].map(({ eventId }) => eventId),
    resource: (label = "", shape) =>
      known(resources, label, () => (shape === undefined ? `resource_${fresh()}` : idText(shape, random))),
    nonce: (label) => (label === undefined ? fresh() : known(nonces, label, fresh)),
    identity(label, { test, shape }) {
      const prefix = test ? (protocol.event.testIdPrefix ?? "") : "event_";
      const eventId = (): string => {
        if (shape === undefined || test) return prefix + fresh();
        return idText(shape, random);
      };
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

/** What an id looks like: fixed text, and characters of which any may take the place. */
export type IdShape = readonly (string | { readonly of: string; readonly length: number })[];

/** A new id of a shape, from `random`, which returns that many random bytes. */
export function idText(shape: IdShape, random: (size: number) => Uint8Array): string {
  return shape.map((part) => (typeof part === "string" ? part : characters(part, random))).join("");
}

/** `random` is asked for at most this many bytes at once. */
const mostBytes = 16;

function characters(
  { of, length }: Exclude<IdShape[number], string>,
  random: (size: number) => Uint8Array,
): string {
  let text = "";
  while (text.length < length)
    for (const byte of random(Math.min(mostBytes, length - text.length))) text += of[byte % of.length] ?? "";
  return text;
}
