import type { Protocol } from "@oipkit/runtime/webhook";
import { type Code, code, join } from "../../../reader/text/code/code.js";
import { markdownCode, markdownText } from "../../../reader/text/code/markdown.js";
import type { View } from "../../render/template.js";
import { bindingSentence, equalitySentence } from "./agreement.js";
import { signatureSentence } from "./signature.js";
import { storingStep } from "./storing.js";

const text = (value: string | number): Code => markdownCode(String(value));

type Step = readonly [check: Code, answer: Code];

/** What a receiver does with a delivery, in order, and its answer if a step fails. */
export function processingSteps(protocol: Protocol): View[] {
  const { responses, token } = protocol;
  const { batch } = protocol.event;
  const [accepted, wrong, invalid, unavailable] = [
    responses.accepted,
    responses.unauthenticated,
    responses.unprocessable,
    responses.unavailable,
  ].map(text) as [Code, Code, Code, Code];
  const tokenCheck = (property: string): Code =>
    code`Compare ${text(property)}, a string in the body, with the verification token, in constant time, and remove it. A missing token is refused, too.`;
  const agreement = [equalitySentence(protocol), bindingSentence(protocol)].filter((check) => !check.isEmpty);
  const steps: readonly Step[] = [
    ...headerSteps(protocol),
    ...timestampSteps(protocol, wrong),
    ...nonceSteps(protocol, code`${wrong} if it is reserved already, ${unavailable} if the storage fails`),
    [signatureSentence(protocol), wrong],
    ...bodySteps(protocol),
    ...(token === undefined ? [] : [[tokenCheck(token.property), wrong] as const]),
    ...batchSteps(protocol),
    [
      code`Validate ${batch === undefined ? code`the event` : code`each event`} against the schema of its type and the rules between its fields. A type that isn't described here is refused.`,
      invalid,
    ],
    ...agreement.map((check) => [check, invalid] as const),
    storingStep(protocol),
    [
      code`Answer once ${batch === undefined ? code`the event is` : code`all events are`} committed; do all other work later.`,
      code`${accepted}, with an empty body`,
    ],
  ];
  return steps.map(([check, answer], at) => ({ number: markdownText(String(at + 1)), check, answer }));
}

function batchSteps({ event: { batch }, responses }: Protocol): readonly Step[] {
  if (batch === undefined) return [];
  const place =
    batch === "" ? code`The body is an array of events` : code`The array at ${text(batch)} has the events`;
  const rule = code`${place}, possibly none. Check all of them before any is stored: one that fails refuses the request, and nothing is stored.`;
  return [[rule, text(responses.unprocessable)]];
}

function headerSteps({ headers, responses }: Protocol): readonly Step[] {
  const names = (...list: readonly (string | undefined)[]): Code | undefined => {
    const present = list.flatMap((name) => (name === undefined ? [] : [text(name)]));
    return present.length === 0 ? undefined : join(present, ", ");
  };
  const authenticating = names(headers.timestamp, headers.nonce, headers.signature);
  const identifying = names(headers.deliveryId, headers.eventId, headers.eventType);
  return [
    [
      code`Read the raw body. Require ${authenticating ?? code``}, each once and not empty.`,
      text(responses.unauthenticated),
    ],
    ...(identifying === undefined
      ? []
      : [[code`Require ${identifying}, each once and not empty.`, text(responses.unprocessable)] as const]),
  ];
}

function timestampSteps({ headers, signature, timestamp }: Protocol, wrong: Code): readonly Step[] {
  if (timestamp === undefined) return [];
  const { unit, toleranceSeconds } = timestamp;
  const place =
    headers.timestamp === undefined
      ? code`The field ${text(signature.fields?.timestamp ?? "")} of ${text(headers.signature)}`
      : text(headers.timestamp);
  const form =
    unit === "iso8601"
      ? code`is a date and time with an offset (RFC 3339)`
      : code`is a time in whole ${markdownText(unit)} since 1970, in plain decimal digits (no sign, space, leading zero, fraction or exponent)`;
  return [
    [code`${place} ${form}, at most ${text(toleranceSeconds)} seconds from now in either direction.`, wrong],
  ];
}

function nonceSteps({ headers, nonce, timestamp }: Protocol, answer: Code): readonly Step[] {
  if (nonce === undefined) return [];
  const window =
    timestamp === undefined ? code`` : code`, and until the timestamp is too old for the step before`;
  const check = code`Reserve ${text(headers.nonce ?? "")} atomically in storage that all processes share, for at least ${text(nonce.retentionSeconds)} seconds${window}. It stays reserved even if a later step fails.`;
  return [[check, answer]];
}

function bodySteps({ encryption, event, responses }: Protocol): readonly Step[] {
  const invalid = text(responses.unprocessable);
  const form = event.batch === "" ? code`a JSON array` : code`a JSON object`;
  const parse = [
    code`Parse the body${encryption === undefined ? code`` : code`, or what was decrypted,`} as ${form} in UTF-8, with nothing but white space around it (no byte order mark either).`,
    invalid,
  ] as const;
  if (encryption === undefined) return [parse];
  const { property, algorithm, padding, keyDerivation, ivBytes, encoding } = encryption;
  const cipher = code`canonical ${markdownText(encoding)} (with its padding, without white space) of ${text(ivBytes)} bytes initialization vector and ciphertext, ${markdownText(algorithm)} with ${markdownText(padding)} padding, key ${markdownText(keyDerivation)} of the Encrypt Key in UTF-8`;
  return [
    [
      code`If encryption is on, the body is a JSON object with ${text(property)} alone: ${cipher}. Every fault gets the same answer.`,
      invalid,
    ],
    parse,
  ];
}
