import type { Delivery } from "../../../../commands/conform/suite/delivery.js";
import type { StatusRef } from "../../../../commands/conform/suite/suite.js";
import {
  changesHeader,
  delivered,
  deliveriesIn,
  deliveryCases,
  type Part,
  type PartCase,
  type ProtocolFacts,
} from "./part.js";
import { severalSignatures } from "./several-signatures.js";
import { signedParts } from "./signed-parts.js";

/** The signature: over the bytes as received, with the shared secret. */
export const signaturePart: Part = {
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
  return [
    must(
      "other-secret",
      "Only the sender has the secret, so a request signed with another one must be refused.",
      {
        cause: notCompared,
        signature: { secret: "other" },
      },
    ),
    ...(isPlainText(facts)
      ? [
          must("empty-secret", "A missing secret must not become an empty one, which everyone knows.", {
            cause: "An unset secret is probably used as an empty text.",
            signature: { secret: "empty" },
          }),
        ]
      : []),
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
  ];
}

/** Whether any text can be a secret, so that an empty one can sign. */
function isPlainText({ protocol: { signature } }: ProtocolFacts): boolean {
  return signature?.key === undefined && signature?.algorithm.startsWith("hmac-") === true;
}

const unauthenticated: readonly StatusRef[] = ["unauthenticated"];
