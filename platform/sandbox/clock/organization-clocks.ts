import type { Clock, Driven } from "@oipkit/delivery";
import { found } from "../platform/access/found.js";
import { type PlatformCommand, Refusal } from "../platform/draft.js";
import { organizationTime } from "../platform/organization-time.js";
import type { Time } from "../platform/records/common.js";
import type { World } from "../world/world.js";
import { type AdvanceReport, advance } from "./advance.js";

/**
 * The clocks of organizations that don't go by the sandbox's. Such a clock stands still until it is advanced, also while the sandbox's is
 * advanced or runs. Times are in milliseconds since 1970.
 */
export interface OrganizationClocks {
  /** The organization's time. Throws a `Refusal`: `unknown-organization`. */
  readonly now: (organization: string) => Time;
  /** Gives an organization a clock of its own, which begins at the sandbox's time; nothing if it has one. Refuses with `unknown-organization`. */
  readonly freeze: (organization: string) => Promise<void>;
  /**
   * Moves an organization's clock to a time, and does on the way all that becomes due for that organization, in order and each at its own time.
   * Gives it a clock of its own if it has none. What that publishes is delivered at the sandbox's time, which stays. Refuses with
   * `unknown-organization`, and rejects as `advance` does.
   */
  readonly advance: (organization: string, until: Time) => Promise<AdvanceReport>;
  /**
   * Lets an organization go by the sandbox's clock again, after all that became due for it until the sandbox's time. Nothing if it does already.
   * Refuses with `unknown-organization`, and with `clock-ahead` while its time is later than the sandbox's.
   */
  readonly resume: (organization: string) => Promise<void>;
}

/** What these clocks need. */
interface OrganizationClocksParts {
  readonly world: World;
  readonly clock: Pick<Clock, "now">;
  /** Not started: nothing else delivers meanwhile. */
  readonly deliveries: Pick<Driven, "runDue">;
  /** Does something while no time passes by itself. */
  readonly still: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** The clocks of a world's organizations, which are kept with its records. */
export function createOrganizationClocks(parts: OrganizationClocksParts): OrganizationClocks {
  const { world, clock, still } = parts;
  const now = (organization: string): Time => {
    found(world.view, "organization", organization);
    return organizationTime(world.view, organization, clock.now());
  };
  return {
    now,
    freeze: (organization) => still(() => world.run(beginClock, { organization })),
    advance: (organization, until) =>
      still(async () => {
        await world.run(beginClock, { organization });
        return advanceOne(parts, { organization, until });
      }),
    resume: (organization) =>
      still(async () => {
        const isOwn = world.view.get("organizationClock", organization) !== undefined;
        const [own, target] = [now(organization), clock.now()];
        if (!isOwn) return;
        if (own > target) throw clockAhead({ organization, own, target });
        await advanceOne(parts, { organization, until: target });
        await world.run(endClock, { organization });
      }),
  };
}

/** Whose clock is moved, and where. */
interface OneAdvance {
  readonly organization: string;
  readonly until: Time;
}

/** Moves a clock that an organization has. */
async function advanceOne(
  { world, deliveries }: Pick<OrganizationClocksParts, "world" | "deliveries">,
  { organization, until }: OneAdvance,
): Promise<AdvanceReport> {
  let time = organizationTime(world.view, organization, until);
  const own = {
    world: {
      timers: () => world.timers(organization),
      nextTimerAt: () => world.nextTimerAt(organization),
      dueTimers: (at: Time) => world.dueTimers(at, organization),
      runTimers: (at: Time, run = {}) => world.runTimers(at, { ...run, organization }),
    },
    // It stands still, and comes along with the timers that are run.
    clock: {
      now: () => time,
      mode: () => "frozen" as const,
      freeze() {},
      resume() {},
      moveTo(to: Time) {
        time = Math.max(time, to);
      },
    },
    // Retries aren't due by this clock.
    deliveries: { runDue: deliveries.runDue, nextDueAt: async () => undefined },
  };
  const report = await advance(own, until);
  await world.run(moveClock, { organization, until });
  return report;
}

const beginClock: PlatformCommand<{ readonly organization: string }, void> = (draft, { organization }) => {
  const { id } = found(draft, "organization", organization);
  if (draft.get("organizationClock", id) === undefined)
    draft.put("organizationClock", { id, time: draft.now });
};

const moveClock: PlatformCommand<OneAdvance, void> = (draft, { organization, until }) => {
  const { id, time } = found(draft, "organizationClock", organization);
  if (time < until) draft.put("organizationClock", { id, time: until });
};

const endClock: PlatformCommand<{ readonly organization: string }, void> = (draft, { organization }) =>
  draft.remove("organizationClock", organization);

function clockAhead({
  organization,
  own,
  target,
}: {
  readonly organization: string;
  readonly own: Time;
  readonly target: Time;
}): Refusal {
  const [ahead, behind] = [own, target].map((time) => new Date(time).toISOString());
  const message = `the clock of the organization "${organization}" is at ${ahead}, and the sandbox's only at ${behind}. Time never goes back: advance the sandbox's clock to ${ahead} first, or leave the organization its own`;
  return new Refusal("conflict", "clock-ahead", { message });
}
