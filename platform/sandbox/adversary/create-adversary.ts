import type { OutgoingRequest, Transport, TransportResult } from "@oipkit/delivery";
import type { Protocol } from "@oipkit/runtime/webhook";
import { fractionFor, type Profile } from "./profile.js";
import type { ReceiverKeys } from "./receiver-keys.js";
import {
  forgedRequest,
  type RequestIdentity,
  readPlaintext,
  requestIdentity,
  signedRequest,
  staleByMs,
} from "./requests.js";
import type { Act, ActKind } from "./stress-report.js";

/** What an adversary needs. */
interface AdversaryOptions {
  /** The transport that it stands before. */
  readonly transport: Transport;
  readonly protocol: Protocol;
  readonly profile: Profile;
  /** The same seed does the same to the same attempts. */
  readonly seed: string;
  /** What requests are made with now; `undefined`: nothing can be signed. */
  readonly keys: () => ReceiverKeys | undefined;
  /** A delivery was accepted, and its answer isn't lost. */
  readonly onAccepted?: ((request: OutgoingRequest) => void) | undefined;
  /** The real time, in milliseconds since 1970. */
  readonly now: () => number;
  /** Resolves after so many milliseconds of real time. */
  readonly sleep: (ms: number) => Promise<void>;
  readonly onAct: (act: Act) => void;
  /** What an event is called where the seed decides; `undefined` lets its deliveries pass. Default: its id. */
  readonly eventLabel?: (eventId: string) => string | undefined;
}

/** From this attempt on a delivery passes, so that none is lost for good. */
const mercifulFrom = 5;

/**
 * A transport that duplicates, reorders, delays, loses and forges on the way to the receiver, each as the seed says. Connection verifications
 * pass untouched.
 */
export function createAdversary(options: AdversaryOptions): Transport {
  const { transport, protocol, profile, seed, sleep, onAct, eventLabel = (id) => id } = options;
  const attempts = new Map<string, number>();
  const held = createHoldQueue(sleep);

  const hostile = async (
    kind: ActKind,
    request: OutgoingRequest,
    about: Omit<Act, "kind">,
  ): Promise<void> => {
    const result = await transport.post(request);
    onAct({ ...about, kind, status: result.kind === "answered" ? result.status : undefined });
  };

  return {
    async post(request): Promise<TransportResult> {
      const identity = requestIdentity(request, protocol);
      if (identity === undefined) return transport.post(request);
      const { deliveryId, eventId } = identity;
      const name = eventLabel(eventId);
      if (name === undefined) return transport.post(request);
      const attempt = (attempts.get(deliveryId) ?? 0) + 1;
      attempts.set(deliveryId, attempt);
      const about = { deliveryId, eventId, attempt };
      const chance = (what: keyof Profile): boolean => actFraction(what) < profile[what];
      const actFraction = (what: string): number => fractionFor(seed, name, attempt, what);
      const mayFail = attempt < mercifulFrom;
      if (chance("delay")) {
        onAct({ ...about, kind: "delayed" });
        await sleep(actFraction("for") * profile.delayMs);
      }
      if (chance("reorder")) {
        onAct({ ...about, kind: "reordered" });
        await held.hold(1 + Math.floor(actFraction("behind") * 4), profile.holdMs);
      }
      if (mayFail && chance("dropRequest")) {
        onAct({ ...about, kind: "dropped-request" });
        held.passed();
        return lost("the adversary lost the request");
      }
      const result = await transport.post(request);
      held.passed();
      if (chance("replay") && result.kind === "answered") await hostile("replayed", request, about);
      await attack(request, { identity, about, chance, at: actFraction("byte") });
      if (mayFail && chance("dropAnswer") && result.kind === "answered") {
        onAct({ ...about, kind: "dropped-answer" });
        return lost("the adversary lost the answer");
      }
      attempts.delete(deliveryId);
      if (result.kind === "answered" && result.status < 300) options.onAccepted?.(request);
      if (result.kind === "failed" || result.status >= 300) attempts.set(deliveryId, attempt);
      return result;
    },
    close: () => transport.close(),
  };

  async function attack(
    request: OutgoingRequest,
    {
      identity,
      about,
      chance,
      at,
    }: {
      readonly identity: RequestIdentity;
      readonly about: Omit<Act, "kind">;
      readonly chance: (what: keyof Profile) => boolean;
      readonly at: number;
    },
  ): Promise<void> {
    const keys = options.keys();
    if (keys !== undefined) {
      const { now } = options;
      const old = () => now() - staleByMs;
      const { signingSecret: secret, retired, encryptKey } = keys;
      // The body is signed as it is, so an encrypted one stays encrypted.
      const sign = (changed: {
        readonly secret?: string;
        readonly now?: () => number;
        readonly body?: Uint8Array;
      }) => signedRequest(request, { protocol, identity, secret, now, ...changed });
      if (chance("stale")) await hostile("stale", sign({ now: old }), about);
      if (retired !== undefined && chance("retired"))
        await hostile("retired", sign({ secret: retired }), about);
      if (encryptKey !== undefined && chance("unencrypted")) {
        const body = readPlaintext(request, protocol, keys);
        if (body !== undefined) await hostile("unencrypted", sign({ body }), about);
      }
    }
    if (chance("forge")) {
      const value = `forged-${about.deliveryId}-${about.attempt}`;
      await hostile("forged", forgedRequest(request, at, { name: protocol.headers.nonce, value }), about);
    }
  }
}

function lost(reason: string): TransportResult {
  return { kind: "failed", code: "connection-reset", reason, durationMs: 0 };
}

/** Requests that wait for others to pass. */
interface HoldQueue {
  /** Resolves once so many others have passed, or after a time in milliseconds. */
  readonly hold: (count: number, ms: number) => Promise<void>;
  /** One has passed. */
  readonly passed: () => void;
}

/** Creates an empty queue. `sleep` resolves after milliseconds of real time. */
function createHoldQueue(sleep: (ms: number) => Promise<void>): HoldQueue {
  const waiting = new Set<{ left: number; readonly go: () => void }>();
  return {
    async hold(count, ms) {
      let go = (): void => {};
      const enough = new Promise<void>((resolve) => {
        go = resolve;
      });
      const one = { left: count, go };
      waiting.add(one);
      await Promise.race([enough, sleep(ms)]);
      waiting.delete(one);
    },
    passed() {
      for (const one of waiting) {
        one.left -= 1;
        if (one.left <= 0) one.go();
      }
    },
  };
}
