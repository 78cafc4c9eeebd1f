import type { Protocol, SignedRole } from "@oipkit/runtime/webhook";
import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import type { Document } from "../documents/document.js";
import { type Lack, lacksInMessages } from "./protocol-messages.js";

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
function protocolIn(document: Document): Protocol | undefined {
  return (document.value as { "x-webhook-protocol"?: Protocol })["x-webhook-protocol"];
}

function lacks(protocol: Protocol): Lack[] {
  const { headers, signature, timestamp, nonce, verification } = protocol;
  const found: Lack[] = [
    ...eventLacks(protocol),
    ...lacksInMessages(protocol),
    ...otherHeaderLacks(protocol),
  ];
  const isMessage = signature.form !== undefined;
  const timestampPlaces = [
    headers.timestamp,
    signature.fields?.timestamp,
    isMessage && signature.content.includes("timestamp") ? "created" : undefined,
  ].filter((name) => name !== undefined);
  for (const [index, part] of signature.content.entries()) {
    if (!isRole(part) || (isMessage && part === "nonce")) continue;
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
      hint: isMessage
        ? "Add `timestamp` to `signature.content`, and remove `headers.timestamp`: it is the parameter `created`."
        : "Set either `headers.timestamp` or `signature.fields.timestamp`.",
    });
  }
  if (timestamp === undefined && timestampPlaces.length > 0) {
    const place = isMessage ? "content" : "fields";
    found.push({
      at: headers.timestamp === undefined ? ["signature", place] : ["headers", "timestamp"],
      message: "a delivery has a timestamp, but `timestamp` is missing",
      hint: "Add `timestamp` with its unit and tolerance: otherwise its age isn't checked.",
    });
  }
  if (!isMessage && (nonce === undefined) !== (headers.nonce === undefined)) {
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
  if (verification === undefined) return found;
  return [...found, ...verificationLacks(verification)];
}

/** The headers that a request has by itself. */
const ofRequest = ["content-type", "content-length", "transfer-encoding", "connection", "host"];

/** A header that is sent for its role, or by HTTP itself, can't be sent with a fixed value, too. */
function otherHeaderLacks(protocol: Protocol): Lack[] {
  const { headers, otherHeaders = {} } = protocol as Protocol & {
    readonly otherHeaders?: Readonly<Record<string, string>>;
  };
  const known = new Set([...Object.values(headers), ...ofRequest].map((name) => name.toLowerCase()));
  return Object.keys(otherHeaders)
    .filter((name) => known.has(name.toLowerCase()))
    .map((name) => ({
      at: ["otherHeaders", name],
      message: `every request has \`${name}\` already`,
      hint: "Remove it here.",
    }));
}

const roles: readonly unknown[] = ["deliveryId", "eventId", "eventType", "timestamp", "nonce"];

function isRole(part: unknown): part is SignedRole {
  return roles.includes(part);
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
  const answers = answer === undefined ? [] : [answer].flat();
  const isFixed = answers.length > 0 && answers.every(({ kind }) => kind === "fixed" || kind === "empty");
  if (isFixed ? challenges > 1 : challenges !== 1) {
    const hint = "Set one of `challengeProperty`, `challengeQuery` and `challengeHeader`.";
    found.push(lack(`the challenge has ${challenges === 0 ? "no place" : "several places"}`, hint));
  }
  if (!isFixed && answer === undefined && scheme.challengeProperty === undefined)
    found.push(lack("the answer has no property for the challenge", "Add `answer`."));
  return found;
}

/** What is wrong with where a protocol has its events' facts. */
function eventLacks(protocol: Protocol): Lack[] {
  return [...typeLacks(protocol), ...timeLacks(protocol), ...batchLacks(protocol)];
}

function typeLacks({ headers, event }: Protocol): Lack[] {
  if (event.type !== undefined || headers.eventType !== undefined) return [];
  return [
    {
      at: ["event"],
      message: "nothing tells the type of an event",
      hint: "Add `event.type` with a pointer, or `headers.eventType`.",
    },
  ];
}

function timeLacks({ headers, event: { time } }: Protocol): Lack[] {
  if (time === undefined) {
    if (headers.eventTime === undefined) return [];
    const hint = "Add `event.time` with its unit.";
    return [{ at: ["headers", "eventTime"], message: "`event.time` is missing", hint }];
  }
  const places = [time.pointer, headers.eventTime].filter((place) => place !== undefined).length;
  if (places === 1) return [];
  return [
    {
      at: ["event", "time"],
      message: `the time of an event has ${places === 0 ? "no place" : "two places"}`,
      hint: "Set either `event.time.pointer` or `headers.eventTime`.",
    },
  ];
}

/** What is of the request can't be different for each of its events, and one answer is for all of them. */
function batchLacks({ headers, event, token, callbacks }: Protocol): Lack[] {
  const { batch } = event;
  if (batch === undefined) return [];
  const found: Lack[] = [];
  if (headers.eventId !== undefined)
    found.push({
      at: ["headers", "eventId"],
      message: "a header can't have the ids of several events",
      hint: "Use `event.id` with a pointer; if the header identifies the request, use `headers.deliveryId`.",
    });
  if (headers.version !== undefined)
    found.push({
      at: ["headers", "version"],
      message: "a header can't have the versions of several events",
      hint: "Use `event.ordering` with pointers.",
    });
  if (callbacks !== undefined)
    found.push({
      at: ["callbacks"],
      message: "a batch of events can't be answered with the result of a callback",
      hint: "Remove `callbacks`, or describe their endpoint in a document of its own.",
    });
  if (token !== undefined && isTaken(batch, token.property))
    found.push({
      at: ["token"],
      message: `the token has no place${batch === "" ? " in a body that is an array" : ": the events are there"}`,
      hint: "Remove `token`, or set `event.batch` to the property that has the events.",
    });
  return found;
}

/** Whether a property at the top of the body isn't free, given where the events are. */
function isTaken(batch: string, property: string): boolean {
  const [, first] = batch.split("/");
  return first === undefined || first.replaceAll("~1", "/").replaceAll("~0", "~") === property;
}

/** One warning for each protocol whose deliveries are easier to forge or to replay than they need be. */
export function checkProtocolStrength({ asyncapi }: Contracts): Diagnostic[] {
  return asyncapi.flatMap((document) => {
    const protocol = protocolIn(document);
    const weak = protocol === undefined ? [] : weakPoints(protocol);
    if (weak.length === 0) return [];
    return [
      diagnose(document, ["x-webhook-protocol", "signature"], {
        severity: "warning",
        code: "protocol-weak",
        message: `the protocol is weak: ${weak.join("; ")}`,
        hint: "If it is your platform's, improve it. Otherwise keep every event in the inbox, and rely on signed values alone.",
        target: "key",
      }),
    ];
  });
}

function weakPoints({ headers, signature, timestamp, nonce, event }: Protocol): string[] {
  const { algorithm, content } = signature;
  const isSigned = (role: SignedRole): boolean => content.includes(role);
  const isDigestWeak = content.some(
    (part) => typeof part === "object" && "digest" in part && part.digest === "sha1",
  );
  const weak: string[] = [];
  if (timestamp === undefined && nonce === undefined)
    weak.push(
      "without a timestamp and a nonce, an old delivery can be sent again, and only the inbox recognizes it",
    );
  if (timestamp !== undefined && !isSigned("timestamp"))
    weak.push("the timestamp isn't signed, so it says nothing about a delivery's age");
  if (nonce !== undefined && !isSigned("nonce"))
    weak.push("the nonce isn't signed, so a replayed delivery can have another one");
  const idRole = headers.eventId === undefined ? "deliveryId" : "eventId";
  if (event.id === undefined && headers[idRole] !== undefined && !isSigned(idRole))
    weak.push("the event's id isn't signed, so a replayed delivery can have another one");
  if (event.type === undefined && !isSigned("eventType"))
    weak.push("the event's type isn't signed, so an authentic body can arrive under another type");
  if (algorithm === "hmac-sha1" || isDigestWeak) weak.push("SHA-1 is broken");
  return weak;
}
