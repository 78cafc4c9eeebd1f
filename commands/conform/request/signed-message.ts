import { createHash } from "node:crypto";
import {
  componentList,
  contentDigest,
  coveredComponents,
  messageParameters,
  type Protocol,
  signatureBase,
  signContent,
} from "@oipkit/runtime/webhook";
import { MalformedCase } from "../errors.js";
import type { MessageFault, SignatureFault } from "../suite/delivery.js";
import type { Outgoing } from "./outgoing.js";

/** A message to sign, and the faults to introduce. */
export interface SignedMessageOptions {
  readonly protocol: Protocol;
  readonly fault: SignatureFault;
  /** The key to sign with, and one that the receiver doesn't trust. */
  readonly secret: string;
  readonly otherSecret: () => string;
  /** What is signed. */
  readonly signed: MessageValues;
  /** What the header says. */
  readonly shown: Pick<MessageValues, "timestamp" | "nonce">;
  readonly url: string | undefined;
  /** A header by its name in lower case. */
  readonly header: (name: string) => string | null;
  readonly random: (size: number) => Uint8Array;
}

interface MessageValues {
  readonly timestamp: string;
  readonly nonce: string;
  readonly body: Uint8Array;
}

/** The headers that sign a message (RFC 9421), with the deviations of their case. Throws `MalformedCase`. */
export function messageHeaders(options: SignedMessageOptions): Outgoing["headers"] {
  const { protocol, fault, signed, shown } = options;
  const { message: own = {} } = fault;
  if (fault.made !== undefined) throw new MalformedCase("an HTTP message has no other form of signature");
  const covered = fault.bodyOnly === true ? ["content-digest"] : coveredComponents(protocol);
  const components = own.components ?? covered;
  const list = componentList(components, parameterText(options, signed, own.parameters));
  const digest = digestFor(signed.body, own.digest);
  const sent = componentList(
    own.listed ?? components,
    parameterText(options, shown, { ...own.parameters, ...own.shown }),
  );
  const { label = protocol.signature.label ?? "sig1", signatureLabel = label } = own;
  const text = faulty(bytesOver(options, { components, list, digest }, options.secret), fault);
  const value = own.asString === true ? `"${text}"` : `:${text}:`;
  const inputs = [`${label}=${sent}`];
  const signatures = [`${signatureLabel}=${value}`];
  if (fault.beside !== undefined) {
    const other = bytesOver(options, { components, list, digest }, options.otherSecret());
    inputs.unshift(`other=${fault.beside === "unknown" ? `();tag="${unknownTag}"` : list}`);
    signatures.unshift(`other=:${other}:`);
  }
  const hasDigest = components.includes("content-digest") && own.digest !== "missing";
  return [
    ...(hasDigest ? [["Content-Digest", digest] as const] : []),
    ["Signature-Input", inputs.join(", ")],
    [protocol.headers.signature, signatures.join(", ")],
  ];
}

const unknownTag = "of-another-application";

/** The parameters, some of them replaced by a text or, if that is empty, left out. */
function parameterText(
  { protocol }: SignedMessageOptions,
  { timestamp, nonce }: Pick<MessageValues, "timestamp" | "nonce">,
  changes: MessageFault["parameters"] = {},
): string {
  let text = messageParameters(protocol.signature, { timestamp, nonce });
  for (const [name, to] of Object.entries(changes)) {
    const offset = /^\{seconds([+-]\d+)\}$/.exec(to)?.[1];
    const absolute = to.replaceAll("{seconds}", timestamp);
    const value = offset === undefined ? absolute : String(Number(timestamp) + Number(offset));
    const parameter = value === "" ? "" : `;${name}=${value}`;
    const known = new RegExp(`;${name}=(?:"[^"]*"|[^;]*)`);
    text = known.test(text) ? text.replace(known, () => parameter) : text + parameter;
  }
  return text;
}

function digestFor(body: Uint8Array, fault: MessageFault["digest"]): string {
  if (fault === "other") return contentDigest(Buffer.concat([body, Buffer.from(" ")]));
  if (fault === "insecure") return `md5=:${createHash("md5").update(body).digest("base64")}:`;
  return contentDigest(body);
}

interface SignedList {
  readonly components: readonly string[];
  readonly list: string;
  readonly digest: string;
}

/** The signature in Base64. */
function bytesOver(
  { protocol, url, header, random }: SignedMessageOptions,
  { components, list, digest }: SignedList,
  secret: string,
): string {
  const parts = {
    body: Buffer.alloc(0),
    url,
    header: (name: string) => (name === "content-digest" ? digest : header(name)),
  };
  const known = components.map((name) => name.toLowerCase());
  const base = signatureBase({ components: known, parameters: list, parts });
  if (base === undefined) throw new MalformedCase("a component that is signed has no value");
  const signature = { ...protocol.signature, content: ["body"] as const };
  return signContent({ protocol: { signature }, secret, body: base, random });
}

function faulty(text: string, { altered, upperCase, digits, suffix = "" }: SignatureFault): string {
  let changed = text;
  if (altered !== undefined && altered !== false) {
    const at = altered === true ? 0 : altered - 1;
    changed = changed.slice(0, at) + (changed[at] === "A" ? "B" : "A") + changed.slice(at + 1);
  }
  if (upperCase === true) changed = changed.toUpperCase();
  if (digits !== undefined) changed = changed.slice(0, digits).padEnd(digits, "A");
  return changed + suffix;
}
