import type { Protocol } from "@oipkit/runtime/webhook";
import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import type { Document } from "../documents/document.js";
import { eventLacks, type Lack } from "./protocol-events.js";

/** The parts of a protocol must fit together: what is signed or checked has a place, and every place has a use. */
export function checkProtocolParts({ asyncapi }: Contracts): Diagnostic[] {
  return asyncapi.flatMap((document) => {
    const protocol = protocolIn(document);
    if (protocol === undefined) return [];
    return lacks(protocol).map(({ at, message, hint }) =>
      diagnose(document, ["x-webhook-protocol", ...at], { code: "protocol-incomplete", message, hint }),
    );
  });
}

/** The webhook protocol of a document that matches its schema. */
export function protocolIn(document: Document): Protocol | undefined {
  return (document.value as { "x-webhook-protocol"?: Protocol })["x-webhook-protocol"];
}

function lacks(protocol: Protocol): Lack[] {
  const { headers, signature, timestamp, nonce, verification } = protocol;
  const found: Lack[] = [...eventLacks(protocol)];
  const timestampPlaces = [headers.timestamp, signature.fields?.timestamp].filter(
    (name) => name !== undefined,
  );
  for (const [index, part] of signature.content.entries()) {
    if (typeof part !== "string" || part === "body" || part === "url") continue;
    const isThere = part === "timestamp" ? timestampPlaces.length > 0 : headers[part] !== undefined;
    if (isThere) continue;
    const field = part === "timestamp" ? ", or `signature.fields.timestamp`," : "";
    found.push({
      at: ["signature", "content", String(index)],
      message: `the signature covers \`${part}\`, but no header has it`,
      hint: `Add \`headers.${part}\`${field} or remove it here.`,
    });
  }
  if (timestamp !== undefined && timestampPlaces.length !== 1) {
    found.push({
      at: ["timestamp"],
      message: `the timestamp has ${timestampPlaces.length === 0 ? "no place" : "two places"}`,
      hint: "Set either `headers.timestamp` or `signature.fields.timestamp`.",
    });
  }
  if (timestamp === undefined && timestampPlaces.length > 0) {
    found.push({
      at: headers.timestamp === undefined ? ["signature", "fields"] : ["headers", "timestamp"],
      message: "a delivery has a timestamp, but `timestamp` is missing",
      hint: "Add `timestamp` with its unit and tolerance: otherwise its age isn't checked.",
    });
  }
  if ((nonce === undefined) !== (headers.nonce === undefined)) {
    found.push({
      at: nonce === undefined ? ["headers", "nonce"] : ["nonce"],
      message: "`nonce` and `headers.nonce` belong together",
      hint: `Add \`${nonce === undefined ? "nonce" : "headers.nonce"}\`, or remove the other one.`,
    });
  }
  const separator = signature.listSeparator ?? signature.fields?.separator;
  if (separator !== undefined && (signature.prefix.includes(separator) || /^[\w+/=-]+$/.test(separator))) {
    found.push({
      at: ["signature"],
      message: `the header can't be split at \`${separator}\`, which the prefix or an encoded signature can contain`,
      hint: "Use another separator, such as a comma or a space.",
    });
  }
  return verification === undefined ? found : [...found, ...verificationLacks(verification)];
}

function verificationLacks(scheme: NonNullable<Protocol["verification"]>): Lack[] {
  const { method = "POST", header, headerValue, typeProperty, typeValue, signed, answer } = scheme;
  const places = [scheme.challengeProperty, scheme.challengeQuery, scheme.challengeHeader];
  const challenges = places.filter((name) => name !== undefined).length;
  const lack = (message: string, hint: string): Lack => ({ at: ["verification"], message, hint });
  const found: Lack[] = [];
  if ((header === undefined) !== (headerValue === undefined))
    found.push(lack("`header` and `headerValue` belong together", "Add the one that is missing."));
  if (typeProperty !== undefined && typeValue === undefined && headerValue === undefined)
    found.push(lack("`typeProperty` has no value", "Add `typeValue`."));
  if (method === "POST" && header === undefined && typeProperty === undefined)
    found.push(lack("nothing marks a verification", "Add `header` or `typeProperty`."));
  if (signed === true && typeProperty === undefined)
    found.push(lack("nothing marks a signed verification", "Add `typeProperty`."));
  const isFixed = answer?.kind === "fixed" || answer?.kind === "empty";
  if (isFixed ? challenges > 1 : challenges !== 1) {
    const hint = "Set one of `challengeProperty`, `challengeQuery` and `challengeHeader`.";
    found.push(lack(`the challenge has ${challenges === 0 ? "no place" : "several places"}`, hint));
  }
  if (!isFixed && answer === undefined && scheme.challengeProperty === undefined)
    found.push(lack("the answer has no property for the challenge", "Add `answer`."));
  return found;
}
