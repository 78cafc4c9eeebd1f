import { fromPointer, valueAt } from "@oipkit/runtime/json-pointer";
import { sameContent } from "@oipkit/runtime/webhook";
import type { Miss } from "../../check/miss.js";
import type { Received } from "../endpoint.js";
import type { AcrossCheck, RequestCheck } from "../sender-checks.js";
import { eachChecks } from "./each.js";
import {
  isVerification,
  objectIn,
  onlyValue,
  type RequestFacts,
  requestEvent,
  sentText,
  textAt,
} from "./facts.js";

/** What is known of the case whose requests are checked. */
interface RequestsFacts extends RequestFacts {
  readonly received: readonly Received[];
  /** Event id of a label. */
  readonly findEventId: (label: string) => string;
  readonly own: Readonly<Record<"product" | "application" | "environment", string | undefined>>;
}

/** How the requests of a case differ from what they must be. */
export function requestsMiss(check: RequestCheck, facts: RequestsFacts): Miss | undefined {
  const found = matching(check, facts);
  const miscount = countMiss(check, found.length);
  if (miscount !== undefined) return miscount;
  const { from = 1 } = check;
  const picked = found.slice(from - 1);
  for (const received of picked) {
    const problem =
      (check.each ?? [])
        .map((name) => [name, eachChecks[name](received, facts)] as const)
        .find(([, text]) => text !== undefined) ??
      (["content", contentProblem(check, received, facts)] as const);
    if (problem[1] !== undefined) return requestMiss(problem[0], problem[1]);
  }
  for (const name of check.across ?? []) {
    const problem = acrossChecks[name](picked, facts);
    if (problem !== undefined) return requestMiss(name, problem);
  }
  return undefined;
}

function matching({ kind = "delivery", of, at }: RequestCheck, facts: RequestsFacts): readonly Received[] {
  return facts.received.filter((received) => {
    if (at !== undefined && received.at !== at) return false;
    if (isVerification(received, facts.protocol) !== (kind === "verification")) return false;
    return of === undefined || isLabelled(of, received, facts);
  });
}

function isLabelled(label: string, received: Received, facts: RequestsFacts): boolean {
  const { headers, event } = facts.protocol;
  const ids = [onlyValue(received, headers.eventId), textAt(requestEvent(received, facts), event.id)];
  if (label !== "test") return ids.includes(facts.findEventId(label));
  return ids.some((id) => id !== undefined && !facts.usedIds.has(id));
}

function rangeText(least: number, most: number): string {
  if (least === most) return String(least);
  if (most === Number.POSITIVE_INFINITY) return `at least ${least}`;
  return `${least} to ${most}`;
}

function countMiss(
  { count = { least: 1 }, kind = "delivery" }: RequestCheck,
  found: number,
): Miss | undefined {
  const { least = 0, most = Number.POSITIVE_INFINITY } =
    typeof count === "number" ? { least: count, most: count } : count;
  if (found >= least && found <= most) return undefined;
  const wanted = rangeText(least, most);
  const noun = kind === "verification" ? "verifications" : "deliveries";
  return {
    aspect: "requests",
    expected: { value: count, text: `${wanted} ${noun}` },
    actual: { value: found, text: `${found} ${noun}` },
    reason: `sends ${found} ${noun}, expected ${wanted}`,
  };
}

function contentProblem(
  { holds = [], lacks = [] }: RequestCheck,
  received: Received,
  facts: RequestsFacts,
): string | undefined {
  if (holds.length === 0 && lacks.length === 0) return undefined;
  const event = requestEvent(received, facts);
  if (event === undefined) return "sends a body that can't be read";
  for (const { at, is, own } of holds) {
    const wanted = own === undefined ? is : facts.own[own];
    const value = valueAt(event, fromPointer(at));
    if (!sameContent(value, wanted)) return `sends ${at} other than ${String(wanted)}`;
  }
  const extra = lacks.find((at) => valueAt(event, fromPointer(at)) !== undefined);
  if (extra === undefined) return undefined;
  return `sends ${extra}`;
}

function requestMiss(name: string, problem: string): Miss {
  return {
    aspect: "requests",
    expected: { value: name, text: name.replaceAll("-", " ") },
    actual: { value: problem, text: problem },
    reason: problem,
  };
}

/** What is wrong with several requests together, in words that follow "the sender"; `undefined` if nothing is. */
type AcrossProblem = (all: readonly Received[], facts: RequestFacts) => string | undefined;

/** The comparisons of requests. */
const acrossChecks: Readonly<Record<AcrossCheck, AcrossProblem>> = {
  "same-delivery-id": same("delivery id", (each, { protocol }) =>
    onlyValue(each, protocol.headers.deliveryId),
  ),
  "same-event-id": same("event id", (each, { protocol }) => onlyValue(each, protocol.headers.eventId)),
  "same-correlation-id": same("correlation id", (each, facts) =>
    textAt(requestEvent(each, facts), facts.protocol.event.correlationId),
  ),
  "same-content": (all, facts) => {
    const [first, ...others] = all.map((each) => requestEvent(each, facts));
    if (first === undefined) return "sends a body that can't be read";
    if (others.every((each) => each !== undefined && sameContent(each, first))) return undefined;
    return "changes the content between attempts";
  },
  "same-bytes": (all, { credentials }) => {
    const [first, ...others] = all.map(({ body }) => Buffer.from(body));
    if (credentials.encryptKey !== undefined || first === undefined) return undefined;
    if (others.every((each) => each.equals(first))) return undefined;
    return "serializes the body again for each attempt";
  },
  "fresh-timestamps": freshTimestamps,
  "fresh-nonces": fresh("nonce", (each, { protocol }) => sentText(each, protocol, "nonce")),
  "fresh-signatures": fresh("signature", (each, { protocol }) => onlyValue(each, protocol.headers.signature)),
  "fresh-ivs": fresh("initialization vector", (each, { protocol }) => {
    const { property = "", ivBytes = 0 } = protocol.encryption ?? {};
    const sealed = objectIn(each.body)?.[property];
    if (typeof sealed === "string") return Buffer.from(sealed, "base64").subarray(0, ivBytes).toString("hex");
    return undefined;
  }),
  "fresh-challenges": fresh("challenge", (each, { protocol }) =>
    textAt(objectIn(each.body), `/${protocol.verification?.challengeProperty ?? ""}`),
  ),
  "fresh-tokens": fresh("verification's token", (each, { protocol }) =>
    textAt(objectIn(each.body), `/${protocol.verification?.tokenProperty ?? ""}`),
  ),
  "fresh-event-ids": fresh("event id", (each, { protocol }) => onlyValue(each, protocol.headers.eventId)),
  "fresh-delivery-ids": fresh("delivery id", (each, { protocol }) =>
    onlyValue(each, protocol.headers.deliveryId),
  ),
};

type Reading = (each: Received, facts: RequestFacts) => string | undefined;

function same(what: string, read: Reading): AcrossProblem {
  return (all, facts) => {
    const values = new Set(all.map((each) => read(each, facts)));
    if (values.size <= 1) return undefined;
    return `changes the ${what}: ${[...values].map((each) => each ?? "none").join(", ")}`;
  };
}

function fresh(what: string, read: Reading): AcrossProblem {
  return (all, facts) => {
    const values = all.map((each) => read(each, facts));
    if (values.includes(undefined)) return `sends a request without a ${what}`;
    if (new Set(values).size === values.length) return undefined;
    return `sends the same ${what} twice`;
  };
}

/** Two times that are at least a second apart have different timestamps; a retry may come sooner than that (full jitter). */
const apartMs = 1_000;

function freshTimestamps(all: readonly Received[], { protocol }: RequestFacts): string | undefined {
  const seen = new Map<string, number>();
  for (const each of all) {
    const timestamp = sentText(each, protocol, "timestamp");
    if (timestamp === undefined) return "sends a request without a timestamp";
    const earlierUntil = seen.get(timestamp);
    if (earlierUntil !== undefined && each.from - earlierUntil >= apartMs)
      return `sends the same timestamp at two times: ${timestamp}`;
    if (earlierUntil === undefined) seen.set(timestamp, each.until);
  }
  return undefined;
}
