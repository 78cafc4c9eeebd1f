import type { Verification } from "../../../../commands/conform/suite/delivery.js";
import type { Case, Expectation, Step } from "../../../../commands/conform/suite/suite.js";
import type { ProtocolParts } from "../protocol/part.js";
import { delivering, type Family, incomplete, type NearMiss } from "./near-miss.js";

const needs: NonNullable<Case["needs"]> = ["verification"];
const echoed: Expectation = { status: ["verified"], body: "challenge", json: true, timely: true };

/** The echo of a challenge in JSON, which is the form that the suite can send. */
function echoes({ verification }: ProtocolParts): boolean {
  const { answer, allowedAnswers, challengeProperty, method = "POST", signed = false } = verification ?? {};
  const isProperty =
    answer === undefined || (answer.kind === "json" && answer.property === challengeProperty);
  const isJson = isProperty && allowedAnswers === undefined;
  return (
    verification !== undefined && challengeProperty !== undefined && method === "POST" && !signed && isJson
  );
}

function verifying(verify: Verification, expect: Expectation): Step {
  return { verify, expect };
}

const challenges: readonly (readonly [string, string])[] = [
  ["number", "123"],
  ["zero", "0"],
  ["exponent", "1e3"],
  ["true", "true"],
  ["null", "null"],
  ["object", '{"a":1}'],
  ["array", "[1]"],
  ["json-text", '"text"'],
  ["composed", "caf\u00e9"],
  ["decomposed", "cafe\u0301"],
  ["full-width", "\uff21\uff42\uff11"],
  ["mark", "\ufefftext"],
  ["zero-width", "a\u200bb"],
  ["final-newline", "text\n"],
  ["line-ends", "a\r\nb"],
  ["nul", "a\u0000b"],
  ["controls", "\u0001\u001f\u007f"],
  ["plus-and-percent", "a+b%20c%41"],
  ["mixed-case", "AbCdEf"],
  ["inherited-name", "__proto__"],
  ["one-character", "x"],
];

/** Unusual challenges, echoed unchanged. */
const challengeFamily: Family = {
  name: "challenge",
  ruledBy: "verification",
  member: "verification",
  rule: "The challenge is returned unchanged, whatever it looks like.",
  on: "main",
  cases: ({ protocol }) => {
    if (!echoes(protocol)) return [];
    return challenges.map(([name, challenge]) => ({
      name,
      why: "The challenge is opaque text and must be returned unchanged.",
      cause: "The challenge is probably parsed, decoded, trimmed or normalized before it is returned.",
      needs,
      steps: [verifying({ challenge }, { ...echoed, timely: true })].map(untimed),
    }));
  },
};

/** Timed cases run alone, which takes time; the time of these doesn't depend on the text. */
function untimed(step: Step): Step {
  if (!("verify" in step)) return step;
  const { timely: _, ...expect } = step.expect;
  return { ...step, expect };
}

/** Circumstances in which a careless receiver answers late, with a redirect, or not at all. */
const answerFamily: Family = {
  name: "verification-answer",
  ruledBy: "timeouts",
  member: "verification/timeoutSeconds",
  rule: "A verification is answered in time and without a redirect, whatever else the receiver does.",
  on: "main",
  cases({ protocol }) {
    if (!echoes(protocol)) return [];
    const miss = (name: string, cause: string, steps: readonly Step[]): NearMiss => ({
      name,
      why: "A verification depends on nothing but its request, and its answer is due at once.",
      cause,
      needs,
      steps,
    });
    const work = "A verification probably waits for stores or for other requests.";
    return [
      miss("stores-down", work, [
        { fault: { nonces: true, inbox: true } },
        verifying({}, echoed),
        { fault: { nonces: false, inbox: false } },
      ]),
      miss("after-delivery", work, [delivering({}, ["accepted"]), verifying({}, echoed)]),
      miss("after-forgery", "Requests are probably delayed or blocked after a forged one.", [
        ...Array.from({ length: 5 }, () =>
          delivering({ signature: { secret: "other" } }, ["unauthenticated"]),
        ),
        verifying({}, echoed),
      ]),
      miss("repeated", "A verification is probably answered only once, or redirected the second time.", [
        verifying({}, echoed),
        { repeat: 1, expect: { ...echoed } },
      ]),
      miss("same-challenge", "Challenges are probably remembered.", [
        verifying({ challenge: "the-same-challenge" }, echoed),
        verifying({ challenge: "the-same-challenge" }, echoed),
      ]),
      miss("other-media-type-parameters", "The content type is probably compared as a whole.", [
        verifying({ headers: [{ set: "content-type", to: "application/json; charset=utf-8" }] }, echoed),
      ]),
    ];
  },
};

/** Headers and bodies that are nearly those of a verification. */
const verificationFormFamily: Family = {
  name: "verification-form",
  ruledBy: "verification",
  member: "verification",
  rule: "Only the very header value announces a verification.",
  on: "main",
  cases({ protocol }) {
    const { header, headerValue, typeProperty } = protocol.verification ?? {};
    if (!echoes(protocol) || header === undefined || headerValue === undefined) return [];
    const values = [
      ["upper-case", headerValue.toUpperCase()],
      ["prefix", headerValue.slice(0, -1)],
      ["extended", `${headerValue}x`],
      ["listed", `${headerValue}, x`],
      ["quoted", `"${headerValue}"`],
      ["empty", ""],
      ["true", "true"],
    ] as const;
    const places = typeProperty === undefined ? "header" : "header or the body";
    return values.map(([name, to]) => ({
      name: `header-${name}`,
      level: "info",
      why: "A request with another header value isn't a verification, and nothing of it is returned.",
      cause: `The ${places} is probably compared only in part.`,
      needs,
      steps: [verifying({ headers: [{ set: "verification", to }] }, { status: incomplete })],
    }));
  },
};

/** Everything about the verification of a connection. */
export const verificationFamilies: readonly Family[] = [
  challengeFamily,
  answerFamily,
  verificationFormFamily,
];
