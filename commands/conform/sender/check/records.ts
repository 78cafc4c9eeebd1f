import { sameContent } from "@oipkit/runtime/webhook";
import { json } from "../../../../reader/text/json.js";
import type { Miss } from "../../check/miss.js";
import type { DeliveryRecord, SavedEndpoint } from "../control/shapes.js";
import type { RecordCheck } from "../suite/sender-checks.js";
import type { EndpointCheck } from "../suite/sender-suite.js";

/** What a check of records knows. */
export interface RecordFacts {
  readonly records: readonly DeliveryRecord[];
  readonly eventIdOf: (label: string) => string;
  readonly usedIds: ReadonlySet<string>;
}

/** How a sender's records of deliveries differ from what they must be. */
export function recordsMiss(
  check: RecordCheck,
  { records, eventIdOf, usedIds }: RecordFacts,
): Miss | undefined {
  const { of, count = 1, state, attempts, statuses } = check;
  const isOf = ({ event_id }: DeliveryRecord): boolean =>
    of === undefined || (of === "test" ? !usedIds.has(event_id) : event_id === eventIdOf(of));
  const found = records.filter(isOf);
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

/** How an endpoint differs from what it must be. `urlOf` returns the address of a label. */
export function endpointMiss(
  { url, state, eventTypes, callbackTypes }: EndpointCheck,
  endpoint: SavedEndpoint | null,
  urlOf: (label: string) => string,
): Miss | undefined {
  const wantedUrl = url === undefined ? undefined : url === "none" ? null : urlOf(url);
  const got = endpoint?.url ?? null;
  if (wantedUrl !== undefined && got !== wantedUrl)
    return miss(wantedUrl, got, `has the endpoint ${got ?? "none"}, expected ${wantedUrl ?? "none"}`);
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
