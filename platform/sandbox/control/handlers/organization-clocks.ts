import { organizationTimerKinds } from "../../platform/organization-time.js";
import type { Handlers, Schemas } from "../operation.js";
import { recordsPage } from "../page.js";
import type { SandboxParts } from "../parts.js";
import { isoOrNull, isoTime } from "../sandbox-log.js";
import { advanceTarget } from "./state.js";

type ClockParts = Pick<SandboxParts, "clock" | "world" | "delivery" | "organizationClocks" | "log">;

type Ids =
  | "listOrganizationClocks"
  | "readOrganizationClock"
  | "advanceOrganizationClock"
  | "freezeOrganizationClock"
  | "resumeOrganizationClock";

/** The operations of the clocks that organizations have for themselves. */
export function organizationClockHandlers(parts: ClockParts): Handlers<Ids> {
  const { world, organizationClocks, log } = parts;
  const changed = async (organization: string, what: string) => {
    const shown = await organizationClock(parts, organization);
    const message = `${what} of ${organization}: it is ${shown.now}`;
    log.write({ kind: "clock", message, data: { organization_id: organization, now: shown.now } });
    return shown;
  };
  return {
    async listOrganizationClocks({ query }) {
      const { entries, next } = recordsPage(world.view, "organizationClock", query);
      const clocks = await Promise.all(entries.map(({ id }) => organizationClock(parts, id)));
      return { clocks, next };
    },
    readOrganizationClock: ({ path }) => organizationClock(parts, path.organization_id),
    async advanceOrganizationClock({ path: { organization_id: organization }, body }) {
      const until = advanceTarget(body, organizationClocks.now(organization));
      await organizationClocks.advance(organization, until);
      return changed(organization, "advanced the clock");
    },
    async freezeOrganizationClock({ path: { organization_id: organization } }) {
      await organizationClocks.freeze(organization);
      return changed(organization, "froze the clock");
    },
    async resumeOrganizationClock({ path: { organization_id: organization } }) {
      await organizationClocks.resume(organization);
      return changed(organization, "ended the own clock");
    },
  };
}

/** The time of an organization, as the control shows it. Throws a `Refusal`: `unknown-organization`. */
export async function organizationClock(
  { clock, world, delivery, organizationClocks }: Omit<ClockParts, "log">,
  organization: string,
): Promise<Schemas["OrganizationClock"]> {
  const now = organizationClocks.now(organization);
  const isOwn = world.view.get("organizationClock", organization) !== undefined;
  const nextTimer = isOwn ? world.nextTimerAt(organization) : nextOfRecords(world, organization);
  return {
    organization_id: organization,
    mode: isOwn ? "frozen" : "following",
    now: isoTime(now),
    sandbox_now: isoTime(clock.now()),
    next_timer: isoOrNull(nextTimer),
    next_delivery: isoOrNull(await delivery.nextDueAt()),
  };
}

/** The earliest timer of the records of an organization. */
function nextOfRecords(world: ClockParts["world"], organization: string): number | undefined {
  let next: number | undefined;
  for (const kind of organizationTimerKinds)
    for (const { id } of world.view.list(kind, { organization }))
      for (const { at } of world.recordTimers(kind, id)) next = Math.min(next ?? at, at);
  return next;
}
