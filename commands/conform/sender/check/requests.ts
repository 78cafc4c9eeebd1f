import { fromPointer, valueAt } from "@oipkit/runtime/json-pointer";
import { sameContent } from "@oipkit/runtime/webhook";
import type { Miss } from "../../check/miss.js";
import type { Received } from "../endpoint/received.js";
import type { RequestCheck } from "../suite/sender-checks.js";
import { acrossChecks } from "./across.js";
import { eachChecks } from "./each.js";
import { eventOf, isVerification, onlyValue, type RequestFacts, textAt } from "./facts.js";

/** What is known of the case whose requests are checked. */
export interface RequestsFacts extends RequestFacts {
  readonly received: readonly Received[];
  /** Event id of a label. */
  readonly eventIdOf: (label: string) => string;
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
    return of === undefined || isOf(of, received, facts);
  });
}

function isOf(label: string, received: Received, facts: RequestsFacts): boolean {
  const { headers, event } = facts.protocol;
  const ids = [onlyValue(received, headers.eventId), textAt(eventOf(received, facts), event.id)];
  if (label !== "test") return ids.includes(facts.eventIdOf(label));
  return ids.some((id) => id !== undefined && !facts.usedIds.has(id));
}

function countMiss(
  { count = { least: 1 }, kind = "delivery" }: RequestCheck,
  found: number,
): Miss | undefined {
  const { least = 0, most = Number.POSITIVE_INFINITY } =
    typeof count === "number" ? { least: count, most: count } : count;
  if (found >= least && found <= most) return undefined;
  const wanted =
    least === most
      ? String(least)
      : most === Number.POSITIVE_INFINITY
        ? `at least ${least}`
        : `${least} to ${most}`;
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
  const event = eventOf(received, facts);
  if (event === undefined) return "sends a body that can't be read";
  for (const { at, is, own } of holds) {
    const wanted = own === undefined ? is : facts.own[own];
    const value = valueAt(event, fromPointer(at));
    if (!sameContent(value, wanted)) return `sends ${at} other than ${String(wanted)}`;
  }
  const extra = lacks.find((at) => valueAt(event, fromPointer(at)) !== undefined);
  return extra === undefined ? undefined : `sends ${extra}`;
}

function requestMiss(name: string, problem: string): Miss {
  return {
    aspect: "requests",
    expected: { value: name, text: name.replaceAll("-", " ") },
    actual: { value: problem, text: problem },
    reason: problem,
  };
}
