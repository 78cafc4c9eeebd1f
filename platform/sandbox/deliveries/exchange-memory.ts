import { createHash } from "node:crypto";
import type { Transport } from "@oipkit/delivery";
import type { Protocol } from "@oipkit/runtime/webhook";
import type { SignedEvent } from "./signed.js";

type Outgoing = Parameters<Transport["post"]>[0];
type Result = Awaited<ReturnType<Transport["post"]>>;

/** A request to an endpoint and its answer. Nothing of it is secret: the verification token is masked. */
interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly name: string; readonly value: string }[];
  readonly body: string;
  readonly body_truncated: boolean;
  readonly body_bytes: number;
  readonly body_sha256: string;
  readonly masked: string[];
  readonly answer_status: number | null;
  readonly answer_headers: { readonly name: string; readonly value: string }[];
  readonly answer_body: string | null;
}

/** The latest exchanges of deliveries, in memory. */
export interface ExchangeMemory {
  /** A transport that remembers what it sends. */
  readonly remembering: (transport: Transport) => Transport;
  /** Those of a delivery, the first first. */
  readonly of: (deliveryId: string) => readonly Exchange[];
  /** The same requests as they were signed, with their tokens: never to be shown. */
  readonly signed: (deliveryId: string) => readonly SignedEvent[];
}

/** What is kept while nobody looks: masking and hashing are done when somebody reads. */
interface Kept {
  readonly delivery: string;
  readonly sent: Pick<Outgoing, "url" | "headers" | "body">;
  readonly result: Result;
}

/** Bytes of a body that are kept; most events are a tenth of it. */
const mostBytes = 64 * 1024;
const mask = "********";

/** An empty memory of at most `keep` exchanges. Default: 500. */
export function createExchangeMemory({
  protocol,
  keep = 500,
}: {
  readonly protocol: Pick<Protocol, "headers" | "token">;
  readonly keep?: number | undefined;
}): ExchangeMemory {
  const kept: Kept[] = [];
  let added = 0;
  const keptExchanges = (deliveryId: string): readonly Kept[] => {
    const numbers = Array.from({ length: Math.min(added, keep) }, (_, index) => added - 1 - index);
    const found = numbers.reverse().map((number) => kept[number % keep] as Kept);
    return found.filter(({ delivery }) => delivery === deliveryId);
  };
  return {
    remembering: (transport) => ({
      async post(request) {
        const result = await transport.post(request);
        const { url, headers, body } = request;
        const delivery = headers[protocol.headers.deliveryId ?? ""];
        if (delivery === undefined || body.length > mostBytes) return result;
        kept[added % keep] = { delivery, sent: { url, headers, body }, result };
        added += 1;
        return result;
      },
      close: () => transport.close(),
    }),
    of: (deliveryId) => keptExchanges(deliveryId).map((one) => shown(one, protocol)),
    signed: (deliveryId) => keptExchanges(deliveryId).map(({ sent }) => signedRequest(sent, protocol)),
  };
}

function shown({ sent, result }: Kept, { token }: Pick<Protocol, "token">): Exchange {
  const text = Buffer.from(sent.body).toString("utf8");
  const secret = token === undefined ? undefined : jsonMember(text, token.property);
  // A receiver may send back what it got.
  const masked = (part: string): string => {
    if (typeof secret !== "string" || secret === "") return part;
    return part.replaceAll(JSON.stringify(secret).slice(1, -1), mask).replaceAll(secret, mask);
  };
  const listed = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers).map(([name, value]) => ({ name, value: masked(value) }));
  const answered = result.kind === "answered" ? result : undefined;
  return {
    method: "POST",
    url: sent.url,
    headers: listed(sent.headers),
    body: masked(text),
    body_truncated: false,
    body_bytes: sent.body.length,
    body_sha256: createHash("sha256").update(sent.body).digest("hex"),
    masked: secret !== undefined && token !== undefined ? [token.property] : [],
    answer_status: answered?.status ?? null,
    answer_headers: listed(answered?.headers ?? {}),
    answer_body: answered === undefined ? null : masked(Buffer.from(answered.body).toString("utf8")),
  };
}

function signedRequest(
  { headers, body }: Kept["sent"],
  { headers: names }: Pick<Protocol, "headers">,
): SignedEvent {
  const value = (name: string | undefined): string => headers[name ?? ""] ?? "";
  return {
    timestamp: value(names.timestamp),
    nonce: value(names.nonce),
    body: Buffer.from(body).toString("utf8"),
    signature: value(names.signature),
  };
}

function jsonMember(text: string, property: string): unknown {
  try {
    return (JSON.parse(text) as Readonly<Record<string, unknown>> | null)?.[property];
  } catch {
    return undefined;
  }
}
