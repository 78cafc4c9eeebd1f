import { Refusal } from "../../platform/draft.js";
import { shifted } from "../../platform/duration.js";
import type { Kind } from "../../platform/records/records.js";
import type { Handlers, Schemas } from "../operation.js";
import type { SandboxParts } from "../parts.js";
import { readDuration, readTime } from "../read-time.js";
import { isoOrNull, isoTime } from "../sandbox-log.js";
import { shownApplication } from "./applications.js";

type StateParts = Pick<
  SandboxParts,
  | "origin"
  | "environmentIssuer"
  | "world"
  | "clock"
  | "delivery"
  | "apiUrls"
  | "faults"
  | "snapshot"
  | "restore"
  | "log"
>;

const counted: readonly Kind[] = [
  "application",
  "organization",
  "person",
  "apiProduct",
  "catalogProduct",
  "permission",
  "subscription",
  "operation",
];

const mostApplications = 100;

/** The operations of the sandbox as a whole. */
export function stateHandlers(
  parts: StateParts,
): Handlers<"readState" | "readFaults" | "setFaults" | "takeSnapshot" | "restoreSnapshot"> {
  const { origin, apiUrls, environmentIssuer, world, faults, log } = parts;
  const { view } = world;
  return {
    async readState() {
      const applications = view.list("application").slice(0, mostApplications);
      return {
        origin,
        api_url: apiUrls.sandbox,
        production_api_url: apiUrls.production,
        control_url: `${origin}/_sandbox`,
        issuers: (["sandbox", "production"] as const).map((environment) => {
          return { environment, issuer: environmentIssuer(environment) };
        }),
        clock: await clockState(parts),
        applications: applications.map((each) => shownApplication(view, each, parts)),
        latest_log_entry: log.latest(),
        records: Object.fromEntries(counted.map((kind) => [kind, view.list(kind).length])),
      };
    },
    readFaults: () => ({ faults: [...faults.list()] }),
    setFaults({ body }) {
      faults.set(body.faults);
      log.write({ kind: "control", message: `${body.faults.length} faults switched on` });
      return { faults: [...faults.list()] };
    },
    async takeSnapshot() {
      const file = new Uint8Array(await parts.snapshot());
      const headers = { "content-type": "application/octet-stream", "cache-control": "no-store" };
      return new Response(file, { headers });
    },
    async restoreSnapshot({ body }) {
      await parts.restore(body);
      log.write({ kind: "control", message: "restored a snapshot" });
      return undefined;
    },
  };
}

type ClockParts = Pick<
  SandboxParts,
  "clock" | "world" | "delivery" | "advance" | "freeze" | "resume" | "log"
>;

/** The clock as it is. */
export async function clockState({
  clock,
  world,
  delivery,
}: Pick<ClockParts, "clock" | "world" | "delivery">): Promise<Schemas["ClockState"]> {
  const due = [world.nextTimerAt(), await delivery.nextDueAt()].filter((time) => time !== undefined);
  return {
    now: isoTime(clock.now()),
    real_now: isoTime(clock.realNow()),
    mode: clock.mode(),
    next_timer: isoOrNull(due.length === 0 ? undefined : Math.min(...due)),
    organization_clocks: world.view.list("organizationClock").length,
  };
}

/** The longest that the clock is advanced at once, so that a slip of the keyboard doesn't take a day: a hundred years. */
const furthestMs = 100 * 366 * 86_400_000;

/** The operations of the clock. */
export function clockHandlers(
  parts: ClockParts,
): Handlers<"readClock" | "advanceClock" | "freezeClock" | "resumeClock"> {
  const { clock, log } = parts;
  const changed = async (message: string) => {
    log.write({ kind: "clock", message });
    return clockState(parts);
  };
  return {
    readClock: () => clockState(parts),
    async advanceClock({ body }) {
      const until = advanceTarget(body, clock.now());
      await parts.advance(until);
      return changed(`advanced to ${isoTime(until)}`);
    },
    async freezeClock() {
      await parts.freeze();
      return changed("frozen");
    },
    async resumeClock() {
      await parts.resume();
      return changed("resumed");
    },
  };
}

/** The time that a clock is to be moved to, in milliseconds since 1970. Throws a `Refusal` if it can't be. */
export function advanceTarget({ by, until }: Schemas["ClockAdvance"], now: number): number {
  if ((by === undefined) === (until === undefined))
    throw invalid("clock-advance", "give either `by` or `until`");
  const time = until === undefined ? byDuration(by ?? "", now) : readTime(until);
  if (time === undefined)
    throw invalid("time-invalid", "`until` must be a time such as `2026-03-01T00:00:00Z`");
  if (time < now) throw invalid("clock-back", `the clock never goes back: it is ${isoTime(now)} already`);
  if (time - now > furthestMs)
    throw invalid("clock-far", "the clock can be advanced by a hundred years at once");
  return time;
}

function byDuration(text: string, now: number): number {
  const duration = readDuration(text);
  if (duration !== undefined) return shifted(now, duration);
  throw invalid("duration-invalid", "`by` must be a duration such as `45d`, `2h30m` or `P1M`");
}

function invalid(code: string, message: string): Refusal {
  return new Refusal("invalid", code, { message });
}
