import { sameContent } from "@oipkit/runtime/webhook";
import { json } from "../../../../reader/text/json.js";
import type { Miss } from "../../check/miss.js";
import type { ControlOutcome, SavedEndpoint, SenderDelivery } from "../control.js";
import type { RecordCheck } from "../sender-checks.js";
import type { EndpointCheck, OutcomeExpectation } from "../sender-suite.js";

/** What a check of records knows. */
interface RecordFacts {
  readonly records: readonly SenderDelivery[];
  readonly findEventId: (label: string) => string;
  readonly usedIds: ReadonlySet<string>;
}

/** How a sender's records of deliveries differ from what they must be. */
export function recordsMiss(
  check: RecordCheck,
  { records, findEventId, usedIds }: RecordFacts,
): Miss | undefined {
  const { of, count = 1, state, attempts, statuses } = check;
  const isAboutEvent = ({ event_id }: SenderDelivery): boolean =>
    of === undefined || (of === "test" ? !usedIds.has(event_id) : event_id === findEventId(of));
  const found = records.filter(isAboutEvent);
  if (found.length !== count)
    return miss(count, found.length, `has ${found.length} records of deliveries, expected ${count}`);
  for (const record of found) {
    if (state !== undefined && record.state !== state)
      return miss(state, record.state, `says that the delivery is ${record.state}, expected ${state}`);
    const made = (record.attempts ?? []).length;
    const { least = 0, most = Number.POSITIVE_INFINITY } =
      typeof attempts === "number" ? { least: attempts, most: attempts } : (attempts ?? {});
    if (made < least || made > most)
      return miss(
        attempts,
        made,
        `has recorded ${made} attempts, expected ${least === most ? least : `${least} to ${most}`}`,
      );
    const got = record.attempts.map(({ status }) => status ?? null);
    if (statuses !== undefined && !sameContent(got, statuses))
      return miss(
        statuses,
        got,
        `has recorded the statuses ${got.join(", ")}, expected ${statuses.join(", ")}`,
      );
  }
  return undefined;
}

/** How an endpoint differs from what it must be. `labelUrl` returns the address of a label. */
export function endpointMiss(
  { url, state, eventTypes, callbackTypes }: EndpointCheck,
  endpoint: SavedEndpoint | null,
  labelUrl: (label: string) => string,
): Miss | undefined {
  if (url !== undefined) {
    const wanted = url === "none" ? null : labelUrl(url);
    const got = endpoint?.url ?? null;
    if (got !== wanted)
      return miss(wanted, got, `has the endpoint ${got ?? "none"}, expected ${wanted ?? "none"}`);
  }
  if (state !== undefined && endpoint?.state !== state)
    return miss(state, endpoint?.state, `says that the endpoint is ${endpoint?.state}, expected ${state}`);
  const sets = [
    ["event types", eventTypes, endpoint?.event_types],
    ["callback types", callbackTypes, endpoint?.callback_types],
  ] as const;
  for (const [name, wanted, types = []] of sets) {
    if (wanted !== undefined && [...types].sort().join() !== [...wanted].sort().join())
      return miss(
        wanted,
        types,
        `has the ${name} ${types.join(", ") || "none"}, expected ${wanted.join(", ") || "none"}`,
      );
  }
  return undefined;
}

function miss(wanted: unknown, got: unknown, reason: string): Miss {
  const text = (value: unknown): string => (typeof value === "string" ? value : json(value));
  return {
    aspect: "record",
    expected: { value: wanted, text: text(wanted) },
    actual: { value: got ?? null, text: text(got) },
    reason,
  };
}

/** How the outcome of a wish differs from what it must be. */
export function refusalMiss(
  what: string,
  { accepted, reason }: ControlOutcome,
  expect: OutcomeExpectation,
): Miss | undefined {
  const wanted = expect.accepted ? "accepted" : "refused";
  if (accepted !== expect.accepted) {
    const got = accepted ? "accepted" : "refused";
    const why = reason === undefined ? "" : `: ${reason.slice(0, 200)}`;
    return {
      aspect: "outcome",
      expected: { value: expect.accepted, text: wanted },
      actual: { value: accepted, text: got },
      reason: accepted ? `agrees to ${what}, expected a refusal` : `refuses to ${what}${why}`,
    };
  }
  if (expect.reason !== true || (reason !== undefined && reason !== "")) return undefined;
  return {
    aspect: "outcome",
    expected: { value: "a reason", text: "a refusal with a reason" },
    actual: { value: null, text: "a refusal without a reason" },
    reason: `refuses to ${what} without a reason`,
  };
}
