import {
  formatSignatureHeader,
  isDeterministic,
  isJsonContentType,
  sameContent,
  signContent,
  verifySignature,
} from "@oipkit/runtime/webhook";
import type { Received } from "../endpoint/received.js";
import type { EachCheck } from "../suite/sender-checks.js";
import type { Check } from "./check.js";
import { contentOf, eventOf, objectIn, onlyValue, type RequestFacts, textAt } from "./facts.js";
import { testChecks } from "./test-event.js";
import { timestampProblem } from "./timestamp.js";
import { verificationChecks } from "./verification.js";

/** The checks of single requests. */
export const eachChecks: Readonly<Record<EachCheck, Check>> = {
  post: ({ method }) => (method === "POST" ? undefined : `uses the method ${method}`),
  json: (received) => {
    const type = onlyValue(received, "content-type");
    return type !== undefined && isJsonContentType(type)
      ? undefined
      : `declares the content type ${type ?? "not once"}`;
  },
  identified,
  timestamp: timestampProblem,
  nonce: (received, { protocol }) =>
    onlyValue(received, protocol.headers.nonce) ? undefined : "sends no nonce, or more than one",
  "signature-form": signatureForm,
  signature,
  counted: (received) => {
    const length = onlyValue(received, "content-length");
    if (length === undefined) return "doesn't declare the length of the body once";
    return Number(length) === received.body.length
      ? undefined
      : `declares ${length} bytes and sends ${received.body.length}`;
  },
  whole: (received) =>
    received.cut || objectIn(received.body) === undefined
      ? "sends a body that isn't a whole JSON object"
      : undefined,
  content,
  token: (received, facts) => {
    const { token } = facts.protocol;
    if (token === undefined) return undefined;
    const found = contentOf(received, facts)?.[token.property];
    if (found === facts.credentials.token) return undefined;
    return `sends ${found === undefined ? "no" : "another"} ${token.property}`;
  },
  plaintext: (received, { protocol }) => {
    const { property } = protocol.encryption ?? {};
    const body = objectIn(received.body);
    return body === undefined || (property !== undefined && Object.hasOwn(body, property))
      ? "sends a body that isn't a plaintext event"
      : undefined;
  },
  encrypted: (received, facts) => {
    const names = Object.keys(objectIn(received.body) ?? {});
    const property = facts.protocol.encryption?.property ?? "";
    if (names.length !== 1 || names[0] !== property)
      return `sends a body with ${names.join(", ") || "no members"} instead of only ${property}`;
    return contentOf(received, facts) === undefined ? "sends a body that can't be decrypted" : undefined;
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
  return signedWith === "pending" ? (credentials.pending ?? "") : credentials.secret;
}

function partsOf(received: Received, { protocol, urlOf }: RequestFacts) {
  const { timestamp, nonce, deliveryId, eventId, eventType } = protocol.headers;
  const read = (name: string | undefined): string | undefined => onlyValue(received, name);
  return {
    body: received.body,
    url: urlOf(received),
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
  const options = { protocol, secrets: [secretFor(facts)], signature: text, ...partsOf(received, facts) };
  return verifySignature(options)
    ? undefined
    : "sends a signature that doesn't fit the raw body, timestamp and nonce";
}

function signatureForm(received: Received, facts: RequestFacts): string | undefined {
  const { protocol } = facts;
  const given = onlyValue(received, protocol.headers.signature) ?? "";
  const parts = partsOf(received, facts);
  if (!isDeterministic(protocol.signature.algorithm)) return undefined;
  const made = signContent({ protocol, secret: secretFor(facts), ...parts });
  const wanted = formatSignatureHeader(protocol.signature, [made], parts.timestamp ?? "");
  const shape = (text: string): string => text.replace(/[0-9a-f]/g, "0");
  return shape(given) === shape(wanted)
    ? undefined
    : `sends a signature of another form: ${given.slice(0, 100)}`;
}

function content(received: Received, facts: RequestFacts): string | undefined {
  const event = eventOf(received, facts);
  if (event === undefined) return "sends a body that can't be read";
  return facts.event !== undefined && sameContent(event, facts.event)
    ? undefined
    : "sends other content than was published";
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
