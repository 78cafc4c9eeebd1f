import { coveredComponents, hasKeyPair, type Protocol, type SignedPart } from "@oipkit/runtime/webhook";
import { type Code, code, empty, join } from "../../../reader/text/code/code.js";
import { markdownCode, markdownText } from "../../../reader/text/code/markdown.js";

const text = (value: string | number): Code => markdownCode(String(value));

type Step = readonly [check: Code, answer: Code];

/** A step of a receiver, in Markdown. */
interface ProcessingStep {
  readonly number: Code;
  readonly check: Code;
  readonly answer: Code;
  readonly [name: string]: Code;
}

/** What a receiver does with a delivery, in order, and its answer if a step fails. */
export function processingSteps(protocol: Protocol): ProcessingStep[] {
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
  const steps: Step[] = [
    ...headerSteps(protocol),
    ...timestampSteps(protocol, wrong),
    ...nonceSteps(protocol, code`${wrong} if it is reserved already, ${unavailable} if the storage fails`),
    [signatureSentence(protocol), wrong],
    ...bodySteps(protocol),
  ];
  if (token !== undefined) steps.push([tokenCheck(token.property), wrong]);
  const [validated, committed] =
    batch === undefined ? [code`the event`, code`the event is`] : [code`each event`, code`all events are`];
  steps.push(
    ...batchSteps(protocol),
    [
      code`Validate ${validated} against the schema of its type and the rules between its fields. A type that isn't described here is refused.`,
      invalid,
    ],
    ...agreement.map((check) => [check, invalid] as const),
    storingStep(protocol),
    [
      code`Answer once ${committed} committed; do all other work later.`,
      code`${accepted}, with an empty body`,
    ],
  );
  return steps.map(([check, answer], at) => ({ number: markdownText(String(at + 1)), check, answer }));
}

function batchSteps({ event: { batch }, responses }: Protocol): readonly Step[] {
  if (batch === undefined) return [];
  const place =
    batch === "" ? code`The body is an array of events` : code`The array at ${text(batch)} has the events`;
  const rule = code`${place}, possibly none. Check all of them before any is stored: one that fails refuses the request, and nothing is stored.`;
  return [[rule, text(responses.unprocessable)]];
}

function headerSteps({ headers, signature, responses }: Protocol): readonly Step[] {
  const names = (...list: readonly (string | undefined)[]): Code | undefined => {
    const present = list.flatMap((name) => (name === undefined ? [] : [text(name)]));
    if (present.length === 0) return undefined;
    return join(present, ", ");
  };
  const isMessage = signature.form !== undefined;
  const authenticating = names(
    headers.timestamp,
    headers.nonce,
    isMessage ? "Signature-Input" : undefined,
    headers.signature,
  );
  const once = isMessage ? code`not empty` : code`each once and not empty`;
  const identifying = names(headers.deliveryId, headers.eventId, headers.eventType);
  const steps: Step[] = [
    [code`Read the raw body. Require ${authenticating ?? code``}, ${once}.`, text(responses.unauthenticated)],
  ];
  if (identifying !== undefined)
    steps.push([code`Require ${identifying}, each once and not empty.`, text(responses.unprocessable)]);
  return steps;
}

function timestampSteps({ headers, signature, timestamp }: Protocol, wrong: Code): readonly Step[] {
  if (timestamp === undefined) return [];
  let place = code`The field ${text(signature.fields?.timestamp ?? "")} of ${text(headers.signature)}`;
  if (headers.timestamp !== undefined) place = text(headers.timestamp);
  if (signature.form !== undefined) place = code`The parameter ${text("created")} of the signature`;
  const form = timestampForm(timestamp.unit);
  const window = text(timestamp.toleranceSeconds);
  return [[code`${place} ${form}, at most ${window} seconds from now in either direction.`, wrong]];
}

function timestampForm(unit: NonNullable<Protocol["timestamp"]>["unit"]): Code {
  if (unit === "iso8601") return code`is a date and time with an offset (RFC 3339)`;
  return code`is a time in whole ${markdownText(unit)} since 1970, in plain decimal digits (no sign, space, leading zero, fraction or exponent)`;
}

function nonceSteps({ headers, signature, nonce, timestamp }: Protocol, answer: Code): readonly Step[] {
  if (nonce === undefined) return [];
  const window =
    timestamp === undefined ? code`` : code`, and until the timestamp is too old for the step before`;
  const place =
    signature.form === undefined
      ? text(headers.nonce ?? "")
      : code`the parameter ${text("nonce")} of the signature`;
  const check = code`Reserve ${place} atomically in storage that all processes share, for at least ${text(nonce.retentionSeconds)} seconds${window}. It stays reserved even if a later step fails.`;
  return [[check, answer]];
}

function bodySteps({ encryption, event, responses }: Protocol): readonly Step[] {
  const invalid = text(responses.unprocessable);
  const form = event.batch === "" ? code`a JSON array` : code`a JSON object`;
  const decrypted = encryption === undefined ? code`` : code`, or what was decrypted,`;
  const parse = [
    code`Parse the body${decrypted} as ${form} in UTF-8, with nothing but white space around it (no byte order mark either).`,
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

/** What of an event equals its headers; empty if nothing is in both. */
function equalitySentence({ event, headers }: Protocol): Code {
  const [first, second] = (
    [
      [event.id, headers.eventId],
      [event.type, headers.eventType],
    ] as const
  ).flatMap(([pointer, name]) => {
    if (pointer === undefined || name === undefined) return [];
    return [code`${markdownCode(pointer)} equals ${markdownCode(name)}`];
  });
  if (first === undefined) return empty;
  if (second === undefined) return code`${first}.`;
  return code`${first}, and ${second}.`;
}

/** How the binding of an event is compared; empty if events have none. */
function bindingSentence({ event }: Protocol): Code {
  const bound = Object.entries(event.binding ?? {}).filter(([, pointers]) => pointers.length > 0);
  if (bound.length === 0) return empty;
  const parts = bound.map(
    ([name, pointers]) => code`${markdownText(name)} (${join(pointers.map(markdownCode), ", ")})`,
  );
  const prefix = event.testIdPrefix;
  const tests =
    prefix === undefined ? code`` : code` Test events, whose ids begin with ${markdownCode(prefix)}, and`;
  return code`Compare the event with the receiver's configuration: ${join(parts, ", ")}. What is configured must be in the event, even if its schema doesn't require it, and equal in every place where it is.${tests} events of which only some properties are known are exempt.`;
}

const valueCode = (value: string): Code => markdownCode(value);

/** How a delivery is signed, as a sentence. */
function signatureSentence(protocol: Protocol): Code {
  const { headers, signature } = protocol;
  if (signature.form !== undefined) return messageSentence(protocol);
  const { algorithm, content, separator, prefix, encoding, case: letters = "lower" } = signature;
  const parts = join(content.map(partText), ", ");
  const start = prefix === "" ? code`` : code` after ${valueCode(prefix)}`;
  const digits = encoding === "hex" ? code`${markdownText(letters)}case ` : code``;
  const form = code`${digits}${markdownText(encoding)}`;
  const separated =
    content.length === 1 ? code`` : code`, separated by ${valueCode(JSON.stringify(separator))}`;
  const der = algorithm.startsWith("ecdsa-") ? code`, as DER` : code``;
  const compare = hasKeyPair(algorithm) ? code`` : code` Compare it in constant time.`;
  return code`${placeText(signature, headers.signature)} the ${markdownText(algorithm)} of ${parts} (the body as received)${separated}${der}, in ${form}${start}. ${keyText(signature)}${compare}`;
}

/** How an HTTP message is signed, as sentences. */
function messageSentence({ headers, signature }: Protocol): Code {
  const { algorithm, label, parameters = {} } = signature;
  const components = join(coveredComponents({ headers, signature }).map(valueCode), ", ");
  const labelled = label === undefined ? code`` : code` under the label ${valueCode(label)}`;
  const tagged = parameters.tag === undefined ? code`` : code` with the tag ${valueCode(parameters.tag)}`;
  const digest = code`${valueCode("Content-Digest")} has the SHA-256 or SHA-512 of the body (RFC 9530).`;
  return code`${valueCode(headers.signature)} has a signature of the message (RFC 9421)${labelled}${tagged}, by ${markdownText(algorithm)}. It covers at least ${components}, in any order, and its parameters; ${valueCode("alg")} names no other algorithm, and ${valueCode("expires")} isn't over, if they are there. ${digest} ${keyText(signature)}`;
}

/** What the signature is made with. A receiver holds two secrets while one replaces the other. */
function keyText({ algorithm, key = { encoding: "utf8" } }: Protocol["signature"]): Code {
  if (!algorithm.startsWith("hmac-")) return code`Each public key that the receiver holds may verify it.`;
  return code`Its key is the secret ${keyForm(key)}; while a secret is replaced, the previous one is valid, too.`;
}

function keyForm({ encoding, prefix }: NonNullable<Protocol["signature"]["key"]>): Code {
  if (encoding === "utf8") return code`in UTF-8`;
  if (prefix === undefined) return code`decoded from ${markdownText(encoding)}`;
  return code`decoded from ${markdownText(encoding)} after ${valueCode(prefix)}`;
}

function placeText({ fields, listSeparator }: Protocol["signature"], name: string): Code {
  if (fields !== undefined) return code`A field ${valueCode(fields.signature)} of ${valueCode(name)} is`;
  if (listSeparator === undefined) return code`${valueCode(name)} is`;
  return code`An entry of ${valueCode(name)}, a list separated by ${valueCode(JSON.stringify(listSeparator))}, is`;
}

function partText(part: SignedPart): Code {
  if (typeof part === "string") return valueCode(part);
  if ("literal" in part) return valueCode(JSON.stringify(part.literal));
  if ("header" in part) return valueCode(part.header);
  return code`the ${markdownText(part.digest)} of the body in ${markdownText(part.encoding)}`;
}

type StoringStep = readonly [check: Code, answer: Code];

/** How an event, or each of a batch, is stored, and the answers if it isn't. */
function storingStep(protocol: Protocol): StoringStep {
  const { event, token, responses } = protocol;
  const place = idPlace(protocol);
  const without = token === undefined ? code`` : code`, without the token and otherwise as received`;
  const unavailable = markdownCode(String(responses.unavailable));
  const invalid = markdownCode(String(responses.unprocessable));
  const isAnyContent = isHash(protocol) || event.changedContent === "retry";
  const same = code`if it has the same content (parsed, in any order of properties)`;
  if (event.batch !== undefined) {
    const store = code`Store all events in one transaction, each under ${place}${without}. One that is there already, or occurs twice in the array, stays as it was first; this doesn't fail the request`;
    if (isAnyContent) return [code`${store}, whatever its content.`, unavailable];
    return [
      code`${store} ${same}.`,
      code`${invalid} if another content is stored; then nothing of the request is, ${unavailable} if the storage fails`,
    ];
  }
  const store = code`Store the event under ${place}${without}, atomically. If there is one already, it stays as it is`;
  if (isAnyContent)
    return [code`${store}, and the delivery succeeds, too, whatever its content.`, unavailable];
  return [
    code`${store}; the delivery succeeds, too, ${same}.`,
    code`${invalid} if another content is stored, ${unavailable} if the storage fails`,
  ];
}

function idPlace({ event, headers }: Protocol): Code {
  const isBatch = event.batch !== undefined;
  const id = event.id ?? headers.eventId ?? headers.deliveryId;
  if (id === undefined && isBatch) return code`the SHA-256 hash of its text`;
  if (id === undefined) return code`the SHA-256 hash of its body`;
  if (!isBatch || event.id !== undefined) return markdownCode(id);
  return code`${markdownCode(id)}, a slash and its position from 0`;
}

function isHash({ event, headers }: Protocol): boolean {
  return (event.id ?? headers.eventId ?? headers.deliveryId) === undefined;
}
