import { createPublicKey, verify } from "node:crypto";
import {
  componentList,
  contentDigest,
  coveredComponents,
  derivePublicKey,
  type Protocol,
  signatureBase,
  signatureHeaders,
} from "../../../runtime/webhook/index.js";
import type { ReadRequest, Seen } from "../commands/conform/faults.js";

/** A receiver of a scheme with one careless piece, made mechanically: what it does before a correct one sees the request. */
export interface CarelessReceiver {
  readonly name: string;
  /** Globs on the ids of the cases that are most likely to detect it. */
  readonly near: readonly string[];
  readonly act: (request: ReadRequest) => Seen;
}

/** What a receiver of HTTP messages checks; a careless one leaves one of them out. */
const checks = [
  "components",
  "repetition",
  "order",
  "digest",
  "digest-algorithm",
  "alg",
  "tag",
  "created",
  "expires",
  "label",
] as const;

type Check = (typeof checks)[number];

/** Receivers of HTTP messages by Ed25519, each of which leaves one check out. */
export function carelessMessages(protocol: Protocol, secret: string): readonly CarelessReceiver[] {
  return checks.map((omitted) => messageReceiver(protocol, secret, omitted));
}

/** A receiver that leaves out one check or, if none is named, does all of them, in other code than the runtime's. */
export function messageReceiver(protocol: Protocol, secret: string, omitted?: Check): CarelessReceiver {
  return {
    name: `message-without-${omitted ?? "nothing"}`,
    near: ["*/near/message-signature/*"],
    act(request) {
      if (isAccepted(protocol, secret, { request, omitted })) return resigned(protocol, secret, request);
      return { headers: { signature: "x" } };
    },
  };
}

/** The request as if it were right. */
function resigned(protocol: Protocol, secret: string, request: ReadRequest): Seen {
  const headers = signatureHeaders({
    protocol,
    secret,
    timestamp: String(Math.floor(Date.now() / 1000)),
    body: request.body,
    header: (name) => request.header(name),
  });
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { headers: Object.fromEntries(lower), body: request.body };
}

interface Judged {
  readonly request: ReadRequest;
  readonly omitted: Check | undefined;
}

function isAccepted(protocol: Protocol, secret: string, { request, omitted }: Judged): boolean {
  const { signature, timestamp } = protocol;
  const input = /^([a-z0-9*_.-]+)=(\(([^)]*)\)([^,]*))$/.exec(request.header("signature-input") ?? "");
  const given = /^([a-z0-9*_.-]+)=:([^:]*):$/.exec(request.header("signature") ?? "");
  if (input === null || given === null) return false;
  const [, label, list = "", names = "", parameters = ""] = input;
  const does = (check: Check): boolean => check !== omitted;
  if (does("label") && label !== given[1]) return false;
  const covered = [...names.matchAll(/"([^"]+)"/g)].map(([, name]) => name ?? "");
  if (does("repetition") && new Set(covered).size < covered.length) return false;
  const required = coveredComponents(protocol);
  if (does("components") && !required.every((name) => covered.includes(name))) return false;
  const value = (name: string): string | undefined =>
    new RegExp(`;${name}=("[^"]*"|[^;]*)`).exec(parameters)?.[1];
  const [alg, tag, created = "", expires] = ["alg", "tag", "created", "expires"].map(value);
  if (does("alg") && alg !== undefined && alg !== `"${signature.algorithm}"`) return false;
  if (does("tag") && tag !== `"${signature.parameters?.tag}"`) return false;
  const now = Date.now() / 1000;
  const isRecent =
    /^\d+$/.test(created) && Math.abs(now - Number(created)) <= (timestamp?.toleranceSeconds ?? 0);
  if (does("created") && !isRecent) return false;
  if (does("expires") && expires !== undefined && Number(expires) < now - 1) return false;
  const digest = request.header("content-digest") ?? "";
  if (does("digest") && !isDigest(digest, request.body, does("digest-algorithm"))) return false;
  const components = does("order") ? covered : required;
  const shown = does("order") ? list : componentList(required, parameters);
  const base = signatureBase({
    components,
    parameters: shown,
    parts: { body: request.body, header: (name) => request.header(name) },
  });
  if (base === undefined) return false;
  const key = createPublicKey(derivePublicKey(protocol, secret));
  return verify(null, base, key, Buffer.from(given[2] ?? "", "base64"));
}

function isDigest(digest: string, body: Buffer, isStrict: boolean): boolean {
  if (!isStrict && digest.startsWith("md5=")) return true;
  return digest === contentDigest(body);
}
