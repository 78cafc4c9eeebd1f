import type { Delivery } from "../../../../commands/conform/suite/delivery.js";
import type { StatusRef, Step } from "../../../../commands/conform/suite/suite.js";
import {
  changesHeader,
  delivered,
  deliveriesIn,
  deliveryCases,
  type PartCase,
  type ProtocolFacts,
  type ProtocolPart,
} from "./part.js";
import { signedParts } from "./signed-parts.js";

/** The signature: over the bytes as received, with the shared secret. */
export const signaturePart: ProtocolPart = {
  name: "signature",
  member: "signature",
  rule: "A delivery is accepted only with a signature that fits the secret and the bytes that were received.",
  isAbout: (testCase, protocol) =>
    deliveriesIn(testCase).some(
      ({ signature, wire, ...rest }) =>
        signature !== undefined || wire !== undefined || changesHeader(protocol, "signature", rest),
    ),
  cases: (facts) => [
    ...accepted(facts),
    ...severalSignatures(facts),
    ...refused(facts),
    ...signedParts(facts),
  ],
};

const notCompared = "The signature is probably not compared.";
const reserialized =
  "The signature is probably computed over the parsed and reserialized body, not over the bytes as received.";

function accepted(facts: ProtocolFacts): readonly PartCase[] {
  const step = (delivery: Delivery) => [delivered(facts, delivery, ["accepted"])];
  return [
    {
      name: "signed",
      level: "must",
      why: "A correctly signed event must be accepted; otherwise it is lost.",
      cause: "The signature is probably computed from other parts, or with another secret.",
      steps: step({}),
    },
    {
      name: "signed-pretty",
      level: "must",
      why: "The signature covers the bytes as they are sent, including white space.",
      cause: reserialized,
      steps: step({ body: [{ indent: 2 }] }),
    },
    {
      name: "previous-secret",
      level: "should",
      why: "During a rotation, deliveries signed with the previous secret still arrive.",
      cause: "Only the current secret is probably tried.",
      needs: ["previous-secret"],
      steps: step({ signature: { secret: "previous" } }),
    },
  ];
}

function refused(facts: ProtocolFacts): readonly PartCase[] {
  const must = deliveryCases(facts, { level: "must", status: unauthenticated });
  const cases: PartCase[] = [
    must(
      "other-secret",
      "Only the sender has the secret, so a request signed with another one must be refused.",
      {
        cause: notCompared,
        signature: { secret: "other" },
      },
    ),
  ];
  if (isPlainText(facts))
    cases.push(
      must("empty-secret", "A missing secret must not become an empty one, which everyone knows.", {
        cause: "An unset secret is probably used as an empty text.",
        signature: { secret: "empty" },
      }),
    );
  cases.push(
    must("altered", "A signature with one wrong character is a wrong signature.", {
      cause: notCompared,
      signature: { altered: true },
    }),
    must("altered-body", "A body that was changed after signing must be refused.", {
      cause: notCompared,
      wire: [{ append: " " }],
    }),
    must("reserialized-body", "The same JSON with other white space has another signature.", {
      cause: reserialized,
      wire: [{ indent: 2 }],
    }),
    must("missing", "Without a signature, nobody knows who sent the request.", {
      cause: "A missing signature is probably not an error.",
      headers: [{ remove: "signature" }],
    }),
    must("malformed", "A header without a signature in it isn't a signature.", {
      cause: "The header is probably checked only for its presence.",
      headers: [{ set: "signature", to: "malformed" }],
    }),
  );
  return cases;
}

/** Whether any text can be a secret, so that an empty one can sign. */
function isPlainText({ protocol: { signature } }: ProtocolFacts): boolean {
  return signature?.key === undefined && signature?.algorithm.startsWith("hmac-") === true;
}

const unauthenticated: readonly StatusRef[] = ["unauthenticated"];

/** A header that may hold several signatures, as during a rotation. */
function severalSignatures(facts: ProtocolFacts): readonly PartCase[] {
  const { listSeparator, fields, prefix = "" } = facts.protocol.signature ?? {};
  if (listSeparator === undefined && fields === undefined) return [];
  const cases: PartCase[] = [
    {
      name: "second-of-two",
      level: "must",
      why: "During a rotation, a delivery has a signature for each secret, and one that fits is enough.",
      cause: "Only the first signature in the header is probably compared.",
      steps: [delivered(facts, { signature: { beside: "other" } }, ["accepted"])],
    },
  ];
  // Entries of a list are told apart by their prefix.
  if (fields !== undefined || prefix !== "")
    cases.push({
      name: "unknown-version",
      level: "must",
      why: "Signatures of other versions of the scheme are ignored.",
      cause: "The first signature in the header is probably taken, whatever its version.",
      steps: [delivered(facts, { signature: { beside: "unknown" } }, ["accepted"])],
    });
  cases.push({
    name: "two-wrong",
    level: "must",
    why: "Two signatures of which none fits are no signature.",
    cause: "The number of signatures is probably taken for their correctness.",
    steps: [delivered(facts, { signature: { secret: "other", beside: "other" } }, ["unauthenticated"])],
  });
  return cases;
}

/** Seconds beyond the window, more than a slow network takes. */
const beyond = 60;

/** Seconds before its end, enough for a request to arrive. A guess. */
const margin = 10;

/** The window around the time of signing. */
export const timestampPart: ProtocolPart = {
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
        ...withoutTimestamp(facts),
      }),
    ];
  },
};

/** A timestamp without a header of its own is a field of the signature's, which is left empty. */
function withoutTimestamp({ protocol: { headers } }: ProtocolFacts): Delivery {
  if (headers?.timestamp === undefined) return { timestamp: { format: "" } };
  return { headers: [{ remove: "timestamp" }] };
}

/** The random value that a delivery attempt uses up. */
export const noncePart: ProtocolPart = {
  name: "nonce",
  member: "nonce",
  ruledBy: "replay",
  rule: "A nonce is accepted only once.",
  isAbout: (testCase, protocol) =>
    testCase.steps.some((step) => "repeat" in step) ||
    deliveriesIn(testCase).some(
      ({ nonce, ...rest }) => nonce !== undefined || changesHeader(protocol, "nonce", rest),
    ),
  cases(facts) {
    const isParameter = facts.protocol.signature?.form !== undefined;
    if (facts.protocol.nonce === undefined) return [];
    if (facts.protocol.headers?.nonce === undefined && !isParameter) return [];
    const missing: Delivery = isParameter
      ? { signature: { message: { parameters: { nonce: "" } } } }
      : { headers: [{ remove: "nonce" }] };
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
        delivered(facts, missing, ["unauthenticated"]),
      ]),
    ];
  },
};
