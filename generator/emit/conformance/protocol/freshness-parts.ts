import type { Step } from "../../../../commands/conform/suite/suite.js";
import { changesHeader, delivered, deliveriesIn, deliveryCases, type Part, type PartCase } from "./part.js";

/** Seconds beyond the window, more than a slow network takes. */
const beyond = 60;

/** Seconds before its end, enough for a request to arrive. A guess. */
const margin = 10;

/** The window around the time of signing. */
export const timestampPart: Part = {
  name: "timestamp",
  member: "timestamp",
  rule: "A delivery is accepted only near the time at which it was signed.",
  isAbout: (testCase, protocol) =>
    deliveriesIn(testCase).some(
      ({ timestamp, ...rest }) => timestamp !== undefined || changesHeader(protocol, "timestamp", rest),
    ),
  cases(facts) {
    const tolerance = facts.protocol.timestamp?.toleranceSeconds;
    if (tolerance === undefined) return [];
    const seconds = Math.ceil(tolerance);
    const inside = Math.floor(tolerance - Math.min(margin, tolerance / 3));
    const at = deliveryCases(facts, { level: "must", status: ["unauthenticated"] });
    return [
      {
        name: "within",
        level: "must",
        why: "Clocks differ and networks are slow, so a delivery within the window must be accepted.",
        cause: "The window is probably smaller than the protocol's, or another unit is used.",
        steps: [delivered(facts, { timestamp: { offset: -inside } }, ["accepted"])],
      },
      {
        name: "ahead",
        level: "must",
        why: "The sender's clock may be ahead, so a delivery within the window must be accepted.",
        cause: "Timestamps in the future are probably refused.",
        steps: [delivered(facts, { timestamp: { offset: inside } }, ["accepted"])],
      },
      at("stale", "A recorded request must not be accepted later.", {
        cause: "The timestamp is probably not compared with the current time.",
        timestamp: { offset: -seconds - beyond },
      }),
      at("future", "A timestamp in the future would keep a recorded request valid for longer.", {
        cause: "Probably only timestamps in the past are refused.",
        timestamp: { offset: seconds + beyond },
      }),
      at("malformed", "A timestamp that isn't a time must not pass as a current one.", {
        cause: "Text that isn't a number probably becomes NaN, which is in any window.",
        timestamp: { format: "yesterday" },
      }),
      at("missing", "Without a timestamp, a recorded request is valid forever.", {
        cause: "A missing timestamp is probably not an error.",
        // In a field of the signature header, it is left empty.
        ...(facts.protocol.headers?.timestamp === undefined
          ? { timestamp: { format: "" } }
          : { headers: [{ remove: "timestamp" }] }),
      }),
    ];
  },
};

/** The random value that a delivery attempt uses up. */
export const noncePart: Part = {
  name: "nonce",
  member: "nonce",
  rule: "A nonce is accepted only once.",
  isAbout: (testCase, protocol) =>
    testCase.steps.some((step) => "repeat" in step) ||
    deliveriesIn(testCase).some(
      ({ nonce, ...rest }) => nonce !== undefined || changesHeader(protocol, "nonce", rest),
    ),
  cases(facts) {
    if (facts.protocol.nonce === undefined || facts.protocol.headers?.nonce === undefined) return [];
    const first = delivered(facts, { nonce: "n" }, ["accepted"]);
    const must = (name: string, why: string, steps: readonly Step[]): PartCase => ({
      name,
      level: "must",
      why,
      cause: "Nonces are probably not reserved.",
      steps,
    });
    return [
      must("replayed", "A request that is sent again byte for byte must be refused.", [
        first,
        { repeat: 1, expect: { status: ["unauthenticated"] } },
      ]),
      must("reused", "A nonce must not be reused for another event.", [
        first,
        delivered(facts, { nonce: "n", as: "b" }, ["unauthenticated"]),
      ]),
      must(
        "restart-replayed",
        "A nonce is reserved for a certain time, so a replay is refused after a restart, too.",
        [first, { restart: true }, { repeat: 1, expect: { status: ["unauthenticated"] } }],
      ),
      must("missing", "Without a nonce, a recorded request can be sent again.", [
        delivered(facts, { headers: [{ remove: "nonce" }] }, ["unauthenticated"]),
      ]),
    ];
  },
};
