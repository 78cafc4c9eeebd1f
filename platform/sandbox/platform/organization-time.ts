import type { Draft, PlatformCommand, View } from "./draft.js";
import type { Time } from "./records/common.js";
import type { Kind } from "./records/records.js";

/** The kinds of records whose timers go by the clock of their organization; other timers go by the sandbox's. */
export const organizationTimerKinds = ["subscription", "checkoutSession"] as const satisfies readonly Kind[];

/** The time of an organization: that of its own clock if it has one, else the sandbox's, which is given. */
export function organizationTime(view: View, organization: string, sandboxTime: Time): Time {
  return view.get("organizationClock", organization)?.time ?? sandboxTime;
}

/**
 * A command at the time of the organization that it is about. Timers need none of it: they fire at their own time, which is that of their
 * organization.
 */
export function inOrganizationTime<Input, Answer>(
  command: PlatformCommand<Input, Answer>,
  findOrganization: (view: View, input: Input) => string | undefined,
): PlatformCommand<Input, Answer> {
  return (draft, input) => command(draftAt(draft, findOrganization(draft, input)), input);
}

function draftAt(draft: Draft, organization: string | undefined): Draft {
  if (organization === undefined) return draft;
  return { ...draft, now: organizationTime(draft, organization, draft.now) };
}
