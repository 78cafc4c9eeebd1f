import type { Clock } from "../clock.js";
import type { Lane } from "./lane.js";
import { tell } from "./send.js";
import type { SchedulerState } from "./state.js";

/** How long a turn takes if others wait, and how long a look at the application counts, in milliseconds. */
export const turnMs = 5000;
/** How long an endpoint is left alone whose application can't be looked up, in milliseconds. */
export const lookUpRestMs = 5000;

/** Looks up the applications of lanes that are new or whose turn is over. */
export function lookUpApplications(state: SchedulerState): void {
  const now = state.context.clock.now();
  for (const lane of state.lanes.values()) {
    const isDue = lane.access.kind === "unknown" || now >= lane.turnUntil;
    if (isDue && !lane.isAsking && !lane.isClosing) void lookUp(state, lane);
  }
}

/** Never rejects: an endpoint whose application can't be looked up waits. */
async function lookUp(state: SchedulerState, lane: Lane): Promise<void> {
  const { context, credentials } = state;
  const { clock, directory, observer, settings } = context;
  lane.isAsking = true;
  try {
    const asked = (async () => {
      const record = await directory.application(lane.application);
      if (record?.active !== true) return { kind: "inactive" } as const;
      const granted = new Set(record.grantedEventTypes);
      return { kind: "open", credentials: await credentials(lane.application), granted } as const;
    })();
    // One that never comes back would hold the lane, and a place among the lanes, for ever.
    const what = `looking up ${lane.application}`;
    lane.access = await withDeadline(clock, settings.timeoutMs, { work: asked, what });
    lane.turnUntil = clock.now() + turnMs;
    state.avoided.delete(lane.endpointId);
  } catch (failure) {
    tell(() => observer.onFailure?.(failure));
    lane.access = { kind: "unknown" };
    leaveAlone(state, lane);
  }
  lane.isAsking = false;
  state.kick();
}

/** Sends nothing to an endpoint for a while. Not by its circuit: the fault is the platform's, and what waits for it is overdue. */
export function leaveAlone({ context, avoided }: SchedulerState, lane: Lane): void {
  avoided.set(lane.endpointId, context.clock.now() + lookUpRestMs);
  lane.isClosing = true;
}

/** Rejects if a promise isn't settled in time, in milliseconds by the clock. What it does then is ignored. */
function withDeadline<Result>(
  clock: Clock,
  ms: number,
  { work, what }: { readonly work: Promise<Result>; readonly what: string },
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const cancel = clock.wakeAt(clock.now() + ms, () =>
      reject(new Error(`${what} took longer than ${ms} ms`)),
    );
    work.then(resolve, reject).finally(cancel);
  });
}
