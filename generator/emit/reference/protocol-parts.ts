import type { Protocol, VerificationAnswer } from "@oipkit/runtime/webhook";
import { type Code, code, join } from "../../../reader/text/code/code.js";
import { markdownCode } from "../../../reader/text/code/markdown.js";

const text = (value: string | number): Code => markdownCode(String(value));

/** A part of a protocol, in Markdown. */
interface ProtocolPart {
  readonly title: Code;
  readonly text: Code;
  readonly [name: string]: Code;
}

/** What the steps of a delivery don't say, each part with its title. */
export function protocolParts(protocol: Protocol): ProtocolPart[] {
  return [
    ...timePart(protocol),
    ...orderPart(protocol),
    ...testPart(protocol),
    ...callbackPart(protocol),
    ...verificationPart(protocol),
  ];
}

function timePart({ event: { time }, headers }: Protocol): ProtocolPart[] {
  const place = time?.pointer ?? headers.eventTime;
  if (time === undefined || place === undefined) return [];
  let form = code`${text(time.unit)} since 1970`;
  if (time.unit === "iso8601") form = code`a date and time with an offset (RFC 3339)`;
  const rule = code`${text(place)} says when an event happened (${form}). It isn't compared with a clock: an event may be delivered late.`;
  return [{ title: code`Time of events`, text: rule }];
}

function orderPart({ event, headers }: Protocol): ProtocolPart[] {
  const resource = event.ordering?.resource ?? headers.resource;
  const version = event.ordering?.version ?? headers.version;
  if (resource === undefined || version === undefined) return [];
  return [
    {
      title: code`Order of events`,
      text: code`After the answer, events are applied in the order of their versions (${text(version)}), for each resource (${text(resource)}) of each family of events. A resource that wasn't seen before is at version 0. The version after the current one is applied, followed by those that wait for it; a later one waits. An earlier version, or a second event of the same version, is stored but not applied.`,
    },
  ];
}

function testPart({ event, headers }: Protocol): ProtocolPart[] {
  if (event.testIdPrefix === undefined) return [];
  let hint = code``;
  if (headers.test !== undefined)
    hint = code`, whatever ${text(headers.test)} says; that header isn't signed`;
  return [
    {
      title: code`Test events`,
      text: code`An event is a test if its id begins with ${text(event.testIdPrefix)}${hint}. It passes all steps except the comparison with the configuration and is stored as a test, but neither applied nor handled.`,
    },
  ];
}

function callbackPart({ callbacks, responses, token, event, headers }: Protocol): ProtocolPart[] {
  if (callbacks === undefined || callbacks.eventTypes.length === 0) return [];
  const names = join(callbacks.eventTypes.map(text), ", ");
  const last = token === undefined ? code`the body is parsed` : code`the token is compared`;
  const hasId = event.id !== undefined && headers.eventId !== undefined;
  const hasType = event.type !== undefined && headers.eventType !== undefined;
  const compared = hasId || hasType ? code` Its id and type equal the headers, as in an event.` : code``;
  return [
    {
      title: code`Callbacks`,
      text: code`The sender of ${names} waits for a result. A callback is checked like an event until ${last}.${compared} Nothing else of its content is known, so neither a schema nor the configuration is compared, and it isn't stored. Answer ${text(200)} with the result as JSON within ${text(callbacks.timeoutSeconds)} seconds, or ${text(responses.unavailable)} if there is none in time.`,
    },
  ];
}

function verificationPart(protocol: Protocol): ProtocolPart[] {
  const { verification } = protocol;
  if (verification === undefined) return [];
  return [{ title: code`Connection verification`, text: verificationText(verification, protocol) }];
}

type Verification = NonNullable<Protocol["verification"]>;

const statusCode = (value: string | number): Code => markdownCode(String(value));

/** How a receiver recognizes and answers the verification of a connection. */
function verificationText(verification: Verification, protocol: Protocol): Code {
  const { status, timeoutSeconds, maxResponseBytes } = verification;
  const seconds = timeoutSeconds === 1 ? code`second` : code`seconds`;
  const invalid = statusCode(protocol.responses.unprocessable);
  return code`${verificationMark(verification, protocol)} ${challengeContent(verification)}Answer ${statusCode(status)} within ${statusCode(timeoutSeconds)} ${seconds} with ${verificationAnswer(verification)}, at most ${statusCode(maxResponseBytes)} bytes; if the request is malformed or the answer would be longer, ${invalid}. Neither store nor log anything of it.`;
}

function verificationMark(verification: Verification, { headers, encryption }: Protocol): Code {
  const { method, header, headerValue, signed } = verification;
  if (method === "GET") return code`A ${statusCode("GET")} request verifies the connection.`;
  const plain = encryption === undefined || signed === true ? code`` : code` It is never encrypted.`;
  if (signed === true) {
    return code`A request that passes all steps up to the parsing of its body verifies the connection if ${typeCondition(verification)}.`;
  }
  if (header !== undefined) {
    return code`A request verifies the connection if its header ${statusCode(header)} is ${statusCode(headerValue ?? "")}, even if it has a signature, too; none of the steps above apply.${plain}`;
  }
  return code`A request without ${statusCode(headers.signature)} verifies the connection if ${typeCondition(verification)}.${plain}`;
}

function typeCondition({ typeProperty, typeValue, headerValue }: Verification): Code {
  const value = JSON.stringify(typeValue ?? headerValue ?? "");
  return code`${statusCode(typeProperty ?? "")} in its body is ${statusCode(value)}`;
}

function challengeContent(verification: Verification): Code {
  const { header, typeProperty, tokenProperty, challengeProperty, challengeQuery, challengeHeader } =
    verification;
  const texts: Code[] = [];
  if (challengeProperty !== undefined)
    texts.push(code`${statusCode(challengeProperty)} is the challenge, a string`);
  if (challengeQuery !== undefined)
    texts.push(code`the parameter ${statusCode(challengeQuery)} of its query is the challenge`);
  if (challengeHeader !== undefined)
    texts.push(code`the header ${statusCode(challengeHeader)} is the challenge`);
  if (tokenProperty !== undefined)
    texts.push(code`${statusCode(tokenProperty)} is a string that belongs to this verification alone`);
  const typed = header !== undefined && typeProperty !== undefined ? [typeCondition(verification)] : [];
  const all = [...typed, ...texts];
  if (all.length === 0) return code``;
  return code`Its content: ${join(all, "; ")}. `;
}

function verificationAnswer({ answer, allowedAnswers = [], challengeProperty }: Verification): Code {
  const first = answer ?? { kind: "json", property: challengeProperty ?? "challenge" };
  return allowedAnswers
    .map(answerForm)
    .reduce((forms, other) => code`${forms}, or ${other}`, answerForm(first));
}

function answerForm(answer: VerificationAnswer): Code {
  switch (answer.kind) {
    case "empty":
      return code`an empty body`;
    case "fixed":
      return code`the body ${statusCode(JSON.stringify(answer.json))}`;
    case "text":
      return code`the challenge, unchanged, as plain text`;
    case "form":
      return code`the challenge, unchanged, in a form (${statusCode("application/x-www-form-urlencoded")}) with ${statusCode(answer.property)} alone`;
    case "json":
      return code`the challenge, unchanged, in a JSON object with ${statusCode(answer.property)} alone`;
  }
}
