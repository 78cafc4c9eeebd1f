import { isDeepStrictEqual } from "node:util";
import type { Protocol } from "../runtime/webhook/index.js";
import { isJsonContentType } from "../runtime/webhook/media.js";
import type { Incoming } from "./exchange.js";
import type { Outgoing } from "./outgoing.js";
import type { Expectation, StatusRef } from "./suite.js";

/** What an answer misses, in words that end the sentence "the receiver …", or `undefined` when nothing. */
export function miss(
  protocol: Protocol,
  expect: Expectation,
  { sent, got }: { readonly sent: Outgoing; readonly got: Incoming },
): string | undefined {
  const wanted = wantedStatuses(protocol, expect);
  if (!wanted.includes(got.status)) return `answers ${got.status} where ${wanted.join(" or ")} is wanted`;
  if (expect.body === "empty" && got.body.length > 0) return "answers with a body where none is wanted";
  if (expect.json === true && !isJsonContentType(got.contentType)) {
    return `answers with content type ${got.contentType ?? "none"} where JSON is wanted`;
  }
  if (expect.body === "challenge" && !echoes(protocol, sent, got)) {
    return "answers with something else than the challenge and nothing but the challenge";
  }
  const limit = protocol.verification?.timeoutSeconds;
  if (expect.timely === true && limit !== undefined && got.elapsedMs > limit * 1000) {
    return `takes ${got.elapsedMs} ms where ${limit} s are allowed`;
  }
  return undefined;
}

/** The statuses that an expectation allows, as numbers. */
export function wantedStatuses(protocol: Protocol, { status }: Expectation): readonly number[] {
  return status.map((ref) => statusNumber(protocol, ref));
}

function statusNumber(protocol: Protocol, ref: StatusRef): number {
  if (typeof ref === "number") return ref;
  if (ref === "verified") return protocol.verification?.status ?? protocol.responses.accepted;
  return protocol.responses[ref];
}

function echoes(protocol: Protocol, sent: Outgoing, got: Incoming): boolean {
  const property = protocol.verification?.challengeProperty ?? "";
  if (got.body.length > (protocol.verification?.maxResponseBytes ?? 0)) return false;
  try {
    return isDeepStrictEqual(JSON.parse(Buffer.from(got.body).toString("utf8")), {
      [property]: sent.challenge,
    });
  } catch {
    return false;
  }
}
