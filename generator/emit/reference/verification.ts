import type { Protocol } from "@oipkit/runtime/webhook";
import { type Code, code, join } from "../../../reader/text/code/code.js";
import { markdownCode } from "../../../reader/text/code/markdown.js";

type Verification = NonNullable<Protocol["verification"]>;

const text = (value: string | number): Code => markdownCode(String(value));

/** How a receiver recognizes and answers the verification of a connection. */
export function verificationText(verification: Verification, protocol: Protocol): Code {
  const { status, timeoutSeconds, maxResponseBytes } = verification;
  const seconds = timeoutSeconds === 1 ? code`second` : code`seconds`;
  const invalid = text(protocol.responses.unprocessable);
  return code`${markOf(verification, protocol)} ${contentOf(verification)}Answer ${text(status)} within ${text(timeoutSeconds)} ${seconds} with ${answerOf(verification)}, at most ${text(maxResponseBytes)} bytes; if the request is malformed or the answer would be longer, ${invalid}. Neither store nor log anything of it.`;
}

function markOf(verification: Verification, { headers, encryption }: Protocol): Code {
  const { method, header, headerValue, signed } = verification;
  if (method === "GET") return code`A ${text("GET")} request verifies the connection.`;
  const plain = encryption === undefined || signed === true ? code`` : code` It is never encrypted.`;
  if (signed === true) {
    return code`A request that passes all steps up to the parsing of its body verifies the connection if ${typeOf(verification)}.`;
  }
  if (header !== undefined) {
    return code`A request verifies the connection if its header ${text(header)} is ${text(headerValue ?? "")}, even if it has a signature, too; none of the steps above apply.${plain}`;
  }
  return code`A request without ${text(headers.signature)} verifies the connection if ${typeOf(verification)}.${plain}`;
}

function typeOf({ typeProperty, typeValue, headerValue }: Verification): Code {
  const value = JSON.stringify(typeValue ?? headerValue ?? "");
  return code`${text(typeProperty ?? "")} in its body is ${text(value)}`;
}

function contentOf(verification: Verification): Code {
  const { header, typeProperty, tokenProperty, challengeProperty, challengeQuery, challengeHeader } =
    verification;
  const texts = [
    ...(challengeProperty === undefined ? [] : [code`${text(challengeProperty)} is the challenge, a string`]),
    ...(challengeQuery === undefined
      ? []
      : [code`the parameter ${text(challengeQuery)} of its query is the challenge`]),
    ...(challengeHeader === undefined ? [] : [code`the header ${text(challengeHeader)} is the challenge`]),
    ...(tokenProperty === undefined
      ? []
      : [code`${text(tokenProperty)} is a string that belongs to this verification alone`]),
  ];
  const typed = header !== undefined && typeProperty !== undefined ? [typeOf(verification)] : [];
  const all = [...typed, ...texts];
  return all.length === 0 ? code`` : code`Its content: ${join(all, "; ")}. `;
}

function answerOf({ answer, challengeProperty }: Verification): Code {
  switch (answer?.kind) {
    case "empty":
      return code`an empty body`;
    case "fixed":
      return code`the body ${text(JSON.stringify(answer.json))}`;
    case "text":
      return code`the challenge, unchanged, as plain text`;
    default:
      return code`the challenge, unchanged, in a JSON object with ${text(answer?.property ?? challengeProperty ?? "challenge")} alone`;
  }
}
