import { delivered, type PartCase, type ProtocolFacts } from "./part.js";

/** A header that may hold several signatures, as during a rotation. */
export function severalSignatures(facts: ProtocolFacts): readonly PartCase[] {
  const { listSeparator, fields, prefix = "" } = facts.protocol.signature ?? {};
  if (listSeparator === undefined && fields === undefined) return [];
  return [
    {
      name: "second-of-two",
      level: "must",
      why: "During a rotation, a delivery has a signature for each secret, and one that fits is enough.",
      cause: "Only the first signature in the header is probably compared.",
      steps: [delivered(facts, { signature: { beside: "other" } }, ["accepted"])],
    },
    // Entries of a list are told apart by their prefix.
    ...(fields === undefined && prefix === ""
      ? []
      : [
          {
            name: "unknown-version",
            level: "must" as const,
            why: "Signatures of other versions of the scheme are ignored.",
            cause: "The first signature in the header is probably taken, whatever its version.",
            steps: [delivered(facts, { signature: { beside: "unknown" } }, ["accepted"])],
          },
        ]),
    {
      name: "two-wrong",
      level: "must",
      why: "Two signatures of which none fits are no signature.",
      cause: "The number of signatures is probably taken for their correctness.",
      steps: [delivered(facts, { signature: { secret: "other", beside: "other" } }, ["unauthenticated"])],
    },
  ];
}
