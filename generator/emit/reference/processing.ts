import type { Protocol } from "@oipkit/runtime/webhook";
import { type Code, code, join } from "../../render/code.js";
import { markdownCode, markdownText } from "../../render/markdown.js";
import type { View } from "../../render/template.js";
import { signatureSentence } from "./signature.js";

const text = (value: string | number): Code => markdownCode(String(value));

type Step = readonly [check: Code, answer: Code];

/** What a receiver does with a delivery, in order, and its answer if a step fails. */
export function processingSteps(protocol: Protocol): View[] {
  const { responses, token, event } = protocol;
  const [accepted, wrong, invalid, unavailable] = [
    responses.accepted,
    responses.unauthenticated,
    responses.unprocessable,
    responses.unavailable,
  ].map(text) as [Code, Code, Code, Code];
  const tokenCheck = (property: string): Code =>
    code`Compare ${text(property)} in the body with the verification token, in constant time, and remove it.`;
  const stored = token === undefined ? code`` : code`, without the token`;
  const steps: readonly Step[] = [
    ...headerSteps(protocol),
    ...timestampSteps(protocol, wrong),
    ...nonceSteps(protocol, code`${wrong} if it is reserved already, ${unavailable} if the storage fails`),
    [signatureSentence(protocol), wrong],
    ...bodySteps(protocol),
    ...(token === undefined ? [] : [[tokenCheck(token.property), wrong] as const]),
    ...batchSteps(protocol),
    [
      code`Validate ${event.batch === undefined ? code`the event` : code`each event`} against the schema of its type and the rules between its fields.`,
      invalid,
    ],
    ...agreement(protocol).map((check) => [check, invalid] as const),
    [code`${storing(protocol)}${stored}. ${known(event)}`, unavailable],
    [
      code`Answer once ${event.batch === undefined ? code`the event is` : code`all events are`} committed; do all other work later.`,
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

function storing(protocol: Protocol): Code {
  const identity = identityOf(protocol);
  return protocol.event.batch === undefined
    ? code`Store the event under ${identity}`
    : code`Store all events in one transaction, each under ${identity}`;
}

function known({ changedContent }: Protocol["event"]): Code {
  return changedContent === "retry"
    ? code`An event that is stored already succeeds, too; its fields may have changed.`
    : code`An identical event that is stored already succeeds, too.`;
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
      : code`is a time in ${markdownText(unit)} since 1970, as decimal digits`;
  return [
    [code`${place} ${form}, at most ${text(toleranceSeconds)} seconds from now in either direction.`, wrong],
  ];
}

function nonceSteps({ headers, nonce }: Protocol, answer: Code): readonly Step[] {
  if (nonce === undefined) return [];
  const check = code`Reserve ${text(headers.nonce ?? "")} atomically in storage that all processes share, for at least ${text(nonce.retentionSeconds)} seconds.`;
  return [[check, answer]];
}

function bodySteps({ encryption, event, responses }: Protocol): readonly Step[] {
  const invalid = text(responses.unprocessable);
  const form = event.batch === "" ? code`a JSON array` : code`a JSON object`;
  const parse = [code`Parse the body as ${form} in UTF-8.`, invalid] as const;
  if (encryption === undefined) return [parse];
  const { property, algorithm, padding, keyDerivation, ivBytes, encoding } = encryption;
  const cipher = code`${markdownText(encoding)} of ${text(ivBytes)} bytes initialization vector and ciphertext, ${markdownText(algorithm)} with ${markdownText(padding)} padding, key ${markdownText(keyDerivation)} of the Encrypt Key`;
  return [
    [
      code`If encryption is on, the body is a JSON object with ${text(property)} alone: ${cipher}. Every fault gets the same answer.`,
      invalid,
    ],
    parse,
  ];
}

function identityOf({ event, headers }: Protocol): Code {
  const place = event.id ?? headers.eventId ?? headers.deliveryId;
  const isBatch = event.batch !== undefined;
  if (place === undefined)
    return isBatch ? code`the SHA-256 hash of its text` : code`the SHA-256 hash of its body`;
  return isBatch && event.id === undefined ? code`${text(place)} and its position` : text(place);
}

function agreement({ event, headers }: Protocol): readonly Code[] {
  const bound = Object.entries(event.binding ?? {}).filter(([, pointers]) => pointers.length > 0);
  const prefix = event.testIdPrefix;
  const except =
    prefix === undefined ? code`` : code` Test events, whose ids begin with ${text(prefix)}, are exempt.`;
  const [first, second] = (
    [
      [event.id, headers.eventId],
      [event.type, headers.eventType],
    ] as const
  ).flatMap(([pointer, name]) =>
    pointer === undefined || name === undefined ? [] : [code`${text(pointer)} equals ${text(name)}`],
  );
  return [
    ...(first === undefined ? [] : [second === undefined ? code`${first}.` : code`${first}, and ${second}.`]),
    ...(bound.length === 0
      ? []
      : [
          code`The values that are present equal the receiver's configuration: ${join(
            bound.map(([name, pointers]) => code`${markdownText(name)} (${join(pointers.map(text), ", ")})`),
            ", ",
          )}.${except}`,
        ]),
  ];
}
