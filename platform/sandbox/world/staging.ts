import { type PlatformCommand, Refusal, type Timer } from "../platform/draft.js";
import type { Time } from "../platform/records/common.js";
import { createDraft, createOverlay, type DraftLayer, type MakeId } from "./draft.js";
import { SandboxError } from "./errors.js";
import type { Changes, Image } from "./image.js";
import { queuedKey } from "./timer-queue.js";

/** What commands are run with. */
interface StagingParts {
  readonly image: Image;
  readonly makeId: MakeId;
  /** By the name of the timer. */
  readonly timerCommands: Readonly<Record<string, PlatformCommand<Timer, void>>>;
}

/** What a command did, before it is committed. */
type Staged<Answer> =
  | { readonly kind: "done"; readonly answer: Answer; readonly changes: Changes }
  | { readonly kind: "failed"; readonly failure: unknown };

/** Runs a command on top of an overlay, which stays as it is. */
export function stageCommand<Input, Answer>(
  { makeId }: Pick<StagingParts, "makeId">,
  overlay: DraftLayer,
  {
    command,
    input,
    now,
  }: { readonly command: PlatformCommand<Input, Answer>; readonly input: Input; readonly now: Time },
): Staged<Answer> {
  const own = createOverlay(overlay);
  try {
    const answer = command(createDraft(own, { now, makeId }), input);
    return { kind: "done", answer, changes: own.changes() };
  } catch (failure) {
    return { kind: "failed", failure };
  }
}

/** Which timers to run. */
interface DueTimers {
  /** The latest time. */
  readonly until: Time;
  /** Milliseconds from the first of them on. */
  readonly withinMs: number;
  readonly most: number;
  /** By whose own clock they go; without it, by the sandbox's. */
  readonly organization?: string | undefined;
}

/** Timers that were run, but not committed yet. */
interface StagedTimers {
  readonly count: number;
  /** The time of the last one. */
  readonly at: Time;
  readonly changes: Changes;
}

/**
 * Runs timers of one clock that are due on top of an overlay that has no changes; the clock of an organization comes along. Throws what the
 * first one throws, unless that is a refusal.
 */
export function stageTimers(parts: StagingParts, overlay: DraftLayer, due: DueTimers): StagedTimers {
  const { image, timerCommands } = parts;
  const own = createOverlay(overlay);
  const first = image.timers.first(due.organization);
  const last = Math.min(due.until, (first?.timer.at ?? 0) + due.withinMs);
  let count = 0;
  let at = 0;
  let soonest = Number.POSITIVE_INFINITY;
  const stage = (timer: Timer) => {
    const command = timerCommands[timer.name];
    if (command === undefined) return { kind: "failed", failure: unknownTimer(timer) } as const;
    return stageCommand(parts, own, { command: fire(command), input: timer, now: timer.at });
  };
  for (const { timer } of image.timers.inOrder(due.organization)) {
    // What a timer has set comes before later ones.
    if (timer.at > last || soonest < timer.at || count >= due.most) break;
    if (own.changes().timers.has(queuedKey(timer))) continue;
    const staged = stage(timer);
    if (staged.kind === "failed" && !(staged.failure instanceof Refusal)) {
      if (count > 0) break;
      throw staged.failure;
    }
    if (staged.kind === "done") own.absorb(staged.changes);
    else own.cancel(timer.kind, timer.id, timer.name);
    const set = staged.kind === "done" ? staged.changes.timers.values() : [];
    for (const placed of set) if (placed !== undefined) soonest = Math.min(soonest, placed.timer.at);
    at = timer.at;
    count += 1;
  }
  if (count > 0) moveClock(own, due.organization, at);
  return { count, at, changes: own.changes() };
}

/** Moves an organization's own clock forward to a time. */
function moveClock(overlay: DraftLayer, organization: string | undefined, to: Time): void {
  if (organization === undefined) return;
  const clock = overlay.entry("organizationClock", organization)?.record;
  if (clock !== undefined && clock.time < to) overlay.put("organizationClock", { id: clock.id, time: to });
}

/** A timer is over before its command runs, which may set it again. */
function fire(command: PlatformCommand<Timer, void>): PlatformCommand<Timer, void> {
  return (draft, timer) => {
    draft.cancel(timer.kind, timer.id, timer.name);
    command(draft, timer);
  };
}

function unknownTimer({ name, kind, id }: Timer): SandboxError {
  return new SandboxError("timer-unknown", `no command has the name of the timer ${name} of ${kind} ${id}`);
}
