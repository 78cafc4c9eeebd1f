import type { ConnectionVerification } from "@oipkit/runtime/webhook";
import type { Verification } from "../../../../commands/conform/suite/delivery.js";
import type { Expectation, StatusRef } from "../../../../commands/conform/suite/suite.js";
import type { PartCase, ProtocolPart } from "./part.js";

/** The verification of a connection. */
export const verificationPart: ProtocolPart = {
  name: "verification",
  member: "verification",
  ruledBy: "verification",
  rule: "A connection verification is answered as the protocol prescribes, usually with its challenge.",
  isAbout: ({ steps }) => steps.some((step) => "verify" in step),
  cases({ protocol: { verification } }) {
    if (verification === undefined) return [];
    return [
      ...answered(verification),
      ...withoutChallenge(verification),
      ...unmarked(verification),
      ...forged(verification),
    ];
  },
};

const needs: NonNullable<PartCase["needs"]> = ["verification"];

function answered(scheme: ConnectionVerification): readonly PartCase[] {
  const kind = scheme.answer?.kind ?? "json";
  const isOnlyForm = scheme.allowedAnswers === undefined;
  const expect: Expectation = {
    status: ["verified"],
    body: "challenge",
    ...(isOnlyForm && (kind === "json" || kind === "fixed") && { json: true }),
    timely: true,
  };
  const challenge: PartCase = {
    name: "challenge",
    level: "must",
    why: "Without the right answer, the sender doesn't use the receiver's URL.",
    cause: isOnlyForm
      ? causes[kind]
      : "The challenge is probably not returned, or in a form that the sender doesn't read.",
    needs,
    steps: [{ verify: {}, expect }],
  };
  if (kind === "fixed" || kind === "empty") return [challenge];
  const special: PartCase = {
    name: "challenge-special",
    level: "should",
    why: "The challenge is any text, and must come back as it was sent.",
    cause: "The challenge is probably not decoded, or escaped twice.",
    needs,
    steps: [{ verify: { challenge: 'a+b%20c "d" & \\e=f' }, expect }],
  };
  return [challenge, special];
}

const causes: Readonly<Record<NonNullable<ConnectionVerification["answer"]>["kind"], string>> = {
  json: "The challenge is probably not returned, or not as JSON.",
  form: "The challenge is probably not returned, or not as a form.",
  text: "The challenge is probably not returned, or not as plain text.",
  fixed: "The verification is probably treated as an event.",
  empty: "The verification is probably treated as an event.",
};

const refusal: readonly StatusRef[] = ["unprocessable", "unauthenticated", 400];

function refused(
  name: string,
  {
    why,
    cause,
    verify,
    status = refusal,
  }: Pick<PartCase, "why"> & {
    readonly cause: string;
    readonly verify: Verification;
    readonly status?: readonly StatusRef[];
  },
): PartCase {
  return { name, level: "must", why, cause, needs, steps: [{ verify, expect: { status } }] };
}

function withoutChallenge(scheme: ConnectionVerification): readonly PartCase[] {
  const { challengeProperty, challengeQuery, challengeHeader } = scheme;
  if ([challengeProperty, challengeQuery, challengeHeader].every((place) => place === undefined)) return [];
  return [
    refused("without-challenge", {
      why: "A request without a challenge isn't a verification.",
      cause: "The challenge is probably returned without a check.",
      verify: { challenge: { absent: true } },
    }),
  ];
}

/** A request that lacks the mark of a verification is a delivery, and one without a signature. */
function unmarked({ method = "POST", header, typeProperty }: ConnectionVerification): readonly PartCase[] {
  if (method !== "POST") return [];
  const pointer =
    typeProperty === undefined ? undefined : `/${typeProperty.replace(/~/g, "~0").replace(/\//g, "~1")}`;
  const unmarkedCase = (name: string, verify: Verification): PartCase =>
    refused(name, {
      why: "Only a request with the mark of a verification is answered without the checks of an event.",
      cause: "The mark is probably not compared, so anybody gets an answer.",
      verify,
    });
  const cases: PartCase[] = [];
  if (pointer !== undefined)
    cases.push(unmarkedCase("other-type", { change: [{ set: pointer, to: "another type" }] }));
  if (header !== undefined)
    cases.push(unmarkedCase("other-mark", { headers: [{ set: header, to: "another mark" }] }));
  return cases;
}

function forged({ method = "POST", signed }: ConnectionVerification): readonly PartCase[] {
  if (signed !== true || method !== "POST") return [];
  const unauthenticated = {
    cause: "Verifications are probably answered before the signature is checked.",
    status: ["unauthenticated"],
  } as const;
  return [
    refused("forged", {
      ...unauthenticated,
      why: "The verification is signed like a delivery.",
      verify: { signature: { secret: "other" } },
    }),
    refused("unsigned", {
      ...unauthenticated,
      why: "The verification is signed like a delivery.",
      verify: { headers: [{ remove: "signature" }] },
    }),
  ];
}
