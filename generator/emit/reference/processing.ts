import type { Protocol } from "@oipkit/runtime/webhook";
import { type Code, code, join } from "../../render/code.js";
import { markdownCode, markdownText } from "../../render/markdown.js";
import type { View } from "../../render/template.js";

const text = (value: string | number): Code => markdownCode(String(value));

/** What a receiver does with a delivery, in order, and its answer if a step fails. */
export function processingSteps(protocol: Protocol): View[] {
  const { responses } = protocol;
  const [accepted, wrong, invalid, unavailable] = [
    responses.accepted,
    responses.unauthenticated,
    responses.unprocessable,
    responses.unavailable,
  ].map(text) as [Code, Code, Code, Code];
  const steps: readonly (readonly [check: Code, answer: Code])[] = [
    ...headerSteps(protocol),
    [timestampCheck(protocol), wrong],
    [nonceCheck(protocol), code`${wrong} if it is reserved already, ${unavailable} if the storage fails`],
    [signatureCheck(protocol), wrong],
    ...bodySteps(protocol),
    [
      code`Compare ${text(protocol.token.property)} in the body with the verification token, in constant time, and remove it.`,
      wrong,
    ],
    [code`Validate the event against the schema of its type and the rules between its fields.`, invalid],
    ...agreement(protocol).map((check) => [check, invalid] as const),
    [
      code`Store the event under ${text(protocol.event.id)}, without the token. An identical event that is stored already succeeds, too.`,
      unavailable,
    ],
    [
      code`Answer once the event is committed; do all other work later.`,
      code`${accepted}, with an empty body`,
    ],
  ];
  return steps.map(([check, answer], at) => ({ number: markdownText(String(at + 1)), check, answer }));
}

function headerSteps({ headers, responses }: Protocol): readonly (readonly [Code, Code])[] {
  const names = (...list: readonly string[]): Code => join(list.map(text), ", ");
  return [
    [
      code`Read the raw body. Require ${names(headers.timestamp, headers.nonce, headers.signature)}, each once and not empty.`,
      text(responses.unauthenticated),
    ],
    [
      code`Require ${names(headers.deliveryId, headers.eventId, headers.eventType)}, each once and not empty.`,
      text(responses.unprocessable),
    ],
  ];
}

function timestampCheck({ headers, timestamp: { unit, toleranceSeconds } }: Protocol): Code {
  return code`${text(headers.timestamp)} is a time in ${markdownText(unit)} since 1970, as decimal digits, at most ${text(toleranceSeconds)} seconds from now in either direction.`;
}

function nonceCheck({ headers, nonce: { retentionSeconds } }: Protocol): Code {
  return code`Reserve ${text(headers.nonce)} atomically in storage that all processes share, for at least ${text(retentionSeconds)} seconds.`;
}

function signatureCheck({ headers, signature }: Protocol): Code {
  const { algorithm, content, separator, prefix, encoding } = signature;
  const parts = join(content.map(text), ", ");
  const start = prefix === "" ? code`` : code` after ${text(prefix)}`;
  return code`${text(headers.signature)} is the ${markdownText(algorithm)} of ${parts} (the body as received), separated by ${text(JSON.stringify(separator))}, in lowercase ${markdownText(encoding)}${start}. Compare it in constant time.`;
}

function bodySteps({ encryption, responses }: Protocol): readonly (readonly [Code, Code])[] {
  const invalid = text(responses.unprocessable);
  const parse = [code`Parse the body as a JSON object in UTF-8.`, invalid] as const;
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

function agreement({ event, headers }: Protocol): readonly Code[] {
  const bound = Object.entries(event.binding).filter(([, pointers]) => pointers.length > 0);
  const prefix = event.testIdPrefix;
  const except =
    prefix === undefined ? code`` : code` Test events, whose ids begin with ${text(prefix)}, are exempt.`;
  return [
    code`${text(event.id)} equals ${text(headers.eventId)}, and ${text(event.type)} equals ${text(headers.eventType)}.`,
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
