import {
  formatSignatureHeader,
  isDeterministic,
  isJsonContentType,
  sameContent,
  signContent,
  verifySignature,
} from "@oipkit/runtime/webhook";
import type { Received } from "../endpoint.js";
import type { EachCheck } from "../sender-checks.js";
import {
  objectIn,
  onlyValue,
  type RequestFacts,
  requestContent,
  requestEvent,
  type SenderCheck,
  sentText,
  textAt,
} from "./facts.js";
import { testChecks, verificationChecks } from "./special-requests.js";

/** The checks of single requests. */
export const eachChecks: Readonly<Record<EachCheck, SenderCheck>> = {
  post: ({ method }) => (method === "POST" ? undefined : `uses the method ${method}`),
  json: (received) => {
    const type = onlyValue(received, "content-type");
    if (type !== undefined && isJsonContentType(type)) return undefined;
    return `declares the content type ${type ?? "not once"}`;
  },
  identified,
  timestamp: timestampProblem,
  nonce: (received, { protocol }) =>
    sentText(received, protocol, "nonce") ? undefined : "sends no nonce, or more than one",
  "signature-form": signatureForm,
  signature,
  counted: (received) => {
    const length = onlyValue(received, "content-length");
    if (length === undefined) return "doesn't declare the length of the body once";
    if (Number(length) === received.body.length) return undefined;
    return `declares ${length} bytes and sends ${received.body.length}`;
  },
  whole: (received) => {
    if (received.cut || objectIn(received.body) === undefined)
      return "sends a body that isn't a whole JSON object";
    return undefined;
  },
  content,
  token: (received, facts) => {
    const { token } = facts.protocol;
    if (token === undefined) return undefined;
    const found = requestContent(received, facts)?.[token.property];
    if (found === facts.credentials.token) return undefined;
    return `sends ${found === undefined ? "no" : "another"} ${token.property}`;
  },
  plaintext: (received, { protocol }) => {
    const { property } = protocol.encryption ?? {};
    const body = objectIn(received.body);
    if (body === undefined || (property !== undefined && Object.hasOwn(body, property)))
      return "sends a body that isn't a plaintext event";
    return undefined;
  },
  encrypted: (received, facts) => {
    const names = Object.keys(objectIn(received.body) ?? {});
    const property = facts.protocol.encryption?.property ?? "";
    if (names.length !== 1 || names[0] !== property)
      return `sends a body with ${names.join(", ") || "no members"} instead of only ${property}`;
    if (requestContent(received, facts) === undefined) return "sends a body that can't be decrypted";
    return undefined;
  },
  unexposed,
  ...testChecks,
  ...verificationChecks,
};

function identified(received: Received, { protocol, event }: RequestFacts): string | undefined {
  const { headers } = protocol;
  if (!onlyValue(received, headers.deliveryId)) return "sends no delivery id, or more than one";
  for (const [name, pointer] of [
    [headers.eventId, protocol.event.id],
    [headers.eventType, protocol.event.type],
  ] as const) {
    if (name === undefined) continue;
    const sent = onlyValue(received, name);
    const wanted = textAt(event, pointer);
    if (!sent) return `doesn't send ${name} once`;
    if (wanted !== undefined && sent !== wanted) return `sends ${name}: ${sent} for ${wanted}`;
  }
  return undefined;
}

function secretFor({ credentials, signedWith }: RequestFacts): string {
  if (signedWith === "former") return credentials.former ?? "";
  if (signedWith === "pending") return credentials.pending ?? "";
  return credentials.secret;
}

function receivedParts(received: Received, { protocol, requestUrl }: RequestFacts) {
  const { timestamp, nonce, deliveryId, eventId, eventType } = protocol.headers;
  const read = (name: string | undefined): string | undefined => onlyValue(received, name);
  return {
    body: received.body,
    url: requestUrl(received),
    timestamp: read(timestamp),
    nonce: read(nonce),
    deliveryId: read(deliveryId),
    eventId: read(eventId),
    eventType: read(eventType),
    header: (name: string) => read(name) ?? null,
  };
}

function signature(received: Received, facts: RequestFacts): string | undefined {
  const { protocol } = facts;
  const given = onlyValue(received, protocol.headers.signature);
  if (given === undefined) return "sends no signature, or more than one";
  // Upper case is a fault of form, which has a check of its own.
  const text = protocol.signature.encoding === "hex" ? given.toLowerCase() : given;
  const options = {
    protocol,
    secrets: [secretFor(facts)],
    signature: text,
    ...receivedParts(received, facts),
  };
  if (verifySignature(options)) return undefined;
  return "sends a signature that doesn't fit the raw body, timestamp and nonce";
}

function signatureForm(received: Received, facts: RequestFacts): string | undefined {
  const { protocol } = facts;
  const given = onlyValue(received, protocol.headers.signature) ?? "";
  const parts = receivedParts(received, facts);
  // Whatever is verified of an HTTP message has its one form.
  if (protocol.signature.form !== undefined || !isDeterministic(protocol.signature.algorithm))
    return undefined;
  const made = signContent({ protocol, secret: secretFor(facts), ...parts });
  const wanted = formatSignatureHeader(protocol.signature, [made], parts.timestamp ?? "");
  const shape = (text: string): string => text.replace(/[0-9a-f]/g, "0");
  if (shape(given) === shape(wanted)) return undefined;
  return `sends a signature of another form: ${given.slice(0, 100)}`;
}

function content(received: Received, facts: RequestFacts): string | undefined {
  const event = requestEvent(received, facts);
  if (event === undefined) return "sends a body that can't be read";
  if (facts.event !== undefined && sameContent(event, facts.event)) return undefined;
  return "sends other content than was published";
}

function unexposed(received: Received, facts: RequestFacts): string | undefined {
  const { secret, token, encryptKey } = facts.credentials;
  const head = [received.at, received.query ?? "", ...received.headers.flat()].join("\n");
  const all = `${head}\n${Buffer.from(received.body).toString("utf8")}`;
  const isIn = (text: string, needle: string | undefined): boolean =>
    needle !== undefined && text.includes(needle);
  if (isIn(all, secret)) return "sends the signing secret";
  if (isIn(all, encryptKey)) return "sends the Encrypt Key";
  if (isIn(encryptKey === undefined ? head : all, token))
    return "sends the verification token outside of the event";
  return undefined;
}

/** A timestamp has whole seconds, and the sender's clock is read before and after. */
const toleranceMs = 1_500;

/** What is wrong with the timestamp of a request: its form, or that it isn't the time of the attempt. */
function timestampProblem(received: Received, { protocol }: RequestFacts): string | undefined {
  const { timestamp: scheme, headers, signature: form } = protocol;
  const isSent = headers.timestamp !== undefined || form.form !== undefined;
  if (scheme === undefined || !isSent) return undefined;
  const text = sentText(received, protocol, "timestamp");
  if (text === undefined) return "sends no timestamp, or more than one";
  const time = parseTime(text, scheme.unit);
  if (time === undefined)
    return `sends a timestamp that isn't written in ${scheme.unit}: ${text.slice(0, 40)}`;
  const { from, until } = received;
  if (time >= from - toleranceMs && time <= until + toleranceMs) return undefined;
  const between = from === until ? String(from) : `${from} to ${until}`;
  return `sends the timestamp ${text}, which isn't the time of the attempt (${between} in milliseconds)`;
}

function parseTime(text: string, unit: string): number | undefined {
  if (unit === "seconds" || unit === "milliseconds") {
    if (!/^[0-9]+$/.test(text)) return undefined;
    return Number(text) * (unit === "seconds" ? 1000 : 1);
  }
  const time = Date.parse(text);
  if (Number.isNaN(time)) return undefined;
  return time;
}
