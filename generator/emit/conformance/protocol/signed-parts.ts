import { type SignedPart, signsAddress } from "@oipkit/runtime/webhook";
import {
  furtherSignedHeaders,
  isSent,
  type SentPart,
} from "../../../../commands/conform/request/signed-attempt.js";
import type { Delivery } from "../../../../commands/conform/suite/delivery.js";
import type { StatusRef } from "../../../../commands/conform/suite/suite.js";
import { delivered, type PartCase, type ProtocolFacts } from "./part.js";

const unauthenticated: readonly StatusRef[] = ["unauthenticated"];
/** For a request that a later check than that of the signature may refuse, too. */
const refused: readonly StatusRef[] = ["unauthenticated", "unprocessable", 400];

interface Unsigned extends Pick<PartCase, "why"> {
  readonly cause: string;
  readonly delivery: Delivery;
  readonly status?: readonly StatusRef[];
}

function must(facts: ProtocolFacts, name: string, each: Unsigned): PartCase {
  const { why, cause, delivery, status = unauthenticated } = each;
  return { name, level: "must", why, cause, steps: [delivered(facts, delivery, status)] };
}

/** Everything that the protocol signs besides the body must be part of what is verified. */
export function signedParts(facts: ProtocolFacts): readonly PartCase[] {
  return [
    ...timeAndNonce(facts),
    ...ids(facts),
    ...furtherHeaders(facts),
    ...address(facts),
    ...movedBytes(facts),
  ];
}

function timeAndNonce(facts: ProtocolFacts): readonly PartCase[] {
  const content: readonly unknown[] = facts.protocol.signature?.content ?? [];
  const cases: PartCase[] = [];
  if (content.includes("timestamp"))
    cases.push(
      must(facts, "timestamp-not-signed", {
        why: "The timestamp that is checked must be the one that was signed.",
        cause: "The timestamp is probably not part of the signed content.",
        delivery: { signature: { offset: 1 } },
      }),
    );
  if (content.includes("nonce") && facts.protocol.headers?.nonce !== undefined)
    cases.push(
      must(facts, "nonce-not-signed", {
        why: "The nonce that is reserved must be the one that was signed.",
        cause: "The nonce is probably not part of the signed content.",
        delivery: { headers: [{ fresh: "nonce" }] },
      }),
    );
  return cases;
}

/** The ids and the type in headers; one that is also in the body is compared with it, which is tried elsewhere. */
function ids(facts: ProtocolFacts): readonly PartCase[] {
  const { signature, event } = facts.protocol;
  const content: readonly unknown[] = signature?.content ?? [];
  const roles = [
    { role: "deliveryId", name: "delivery-id", isCompared: false },
    { role: "eventId", name: "event-id", isCompared: event?.id !== undefined },
    { role: "eventType", name: "event-type", isCompared: event?.type !== undefined },
  ];
  return roles
    .filter(({ role, isCompared }) => content.includes(role) && !isCompared)
    .map(({ role, name }) =>
      must(facts, `${name}-not-signed`, {
        why: "What a header says of an event must be what was signed.",
        cause: "The header is probably not part of the signed content.",
        delivery: { headers: [{ fresh: role }] },
        status: refused,
      }),
    );
}

/** Any other header that is signed, except those by which servers find the receiver. */
function furtherHeaders(facts: ProtocolFacts): readonly PartCase[] {
  const { headers, signature } = facts.protocol;
  if (headers === undefined || signature === undefined) return [];
  const names = furtherSignedHeaders({ headers, signature }).filter((name) => name.toLowerCase() !== "host");
  return names.flatMap((header) => {
    const name = header.toLowerCase().replace(/[^a-z0-9]+/g, "-");
    return [
      must(facts, `header-${name}-not-signed`, {
        why: "A header that the signature covers must be the one that was signed.",
        cause: "The header is probably not part of the signed content.",
        delivery: { headers: [{ fresh: header }] },
      }),
      must(facts, `header-${name}-missing`, {
        why: "A header that the signature covers must not be missing.",
        cause: "A missing header is probably taken for an empty one, or left out of the signed content.",
        delivery: { headers: [{ remove: header }] },
        status: refused,
      }),
    ];
  });
}

/** The address with its query. */
function address(facts: ProtocolFacts): readonly PartCase[] {
  if (facts.protocol.signature === undefined || !signsAddress(facts.protocol.signature)) return [];
  const cause = "The address is probably taken without its query, or not part of the signed content.";
  const query = "b=2&a=%20x";
  return [
    {
      name: "signed-query",
      level: "must",
      why: "The signature covers the address with its query, as it was sent.",
      cause: "The query is probably left out, sorted or decoded.",
      steps: [delivered(facts, { query }, ["accepted"])],
    },
    must(facts, "url-not-signed", {
      why: "The query that arrives must be the one that was signed.",
      cause,
      delivery: { query: { signed: query, sent: "b=3&a=%20x" } },
    }),
    must(facts, "query-added", {
      why: "A query that wasn't signed must not be added.",
      cause,
      delivery: { query: { signed: "", sent: "admin=1" } },
    }),
    must(facts, "other-address", {
      why: "A delivery that was signed for another address must be refused.",
      cause: "The host is probably not part of the signed content.",
      delivery: { signature: { url: "other" } },
    }),
  ];
}

/** Where one part ends and the next begins: moving a byte from one to the other must not go unnoticed. */
function movedBytes(facts: ProtocolFacts): readonly PartCase[] {
  const { content = [], separator = "", form } = facts.protocol.signature ?? {};
  // Each component of an HTTP message has a line of its own.
  if (form !== undefined) return [];
  return content.flatMap((part, index) => {
    const before = content[index - 1];
    if (before === undefined || !isMovable(before) || !isMovable(part)) return [];
    // Between two free texts without a separator, nobody can tell where the border was.
    const isFormed = [before, part].some((each) => each === "timestamp" || each === "body");
    if (separator === "" && !isFormed) return [];
    return [
      must(facts, `moved-${partName(before)}-${partName(part)}`, {
        why: "The bytes that were signed must not be divided in another way.",
        cause: "The signed parts are probably joined without their separator, or read too leniently.",
        delivery: { moved: index + 1 },
        status: refused,
      }),
    ];
  });
}

/** Without its own value in these headers, a request doesn't reach the check of its signature. */
const ofHttp: ReadonlySet<string> = new Set(["content-type", "host"]);

function isMovable(part: SignedPart): part is SentPart {
  return isSent(part) && !(typeof part === "object" && ofHttp.has(part.header.toLowerCase()));
}

function partName(part: SentPart): string {
  const name = typeof part === "string" ? part.replace(/[A-Z]/g, (letter) => `-${letter}`) : part.header;
  return name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}
