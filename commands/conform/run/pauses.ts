import { newCaseIdentities } from "../request/case-identities.js";
import { deliveryRequest } from "../request/delivery-request.js";
import type { Outgoing, Sender } from "../request/outgoing.js";
import type { Case, PauseStep } from "../suite/suite.js";

/** What has to pass before a case goes on. */
export type Pause = PauseStep["pause"];

/** Waits until a pause is over; returns what is missing if it can't be. */
export type Wait = (pause: Pause, since: PauseStart) => Promise<string | undefined>;

/** When a pause began. */
export interface PauseStart {
  /** On the clock, in milliseconds. */
  readonly at: number;
  /** How many deliveries of the run the subject had accepted. */
  readonly accepted: number;
}

/** Whether a case waits for something between two of its steps. */
export function pauses({ steps }: Pick<Case, "steps">): boolean {
  return steps.some((step) => "pause" in step);
}

/** The cases that wait, the shortest first: otherwise they would meet with what others wait for, if few run at once. */
export function pausingCases(cases: readonly Case[]): readonly Case[] {
  return cases.filter(pauses).sort((a, b) => pauseSeconds(a) - pauseSeconds(b));
}

/** Guessed, and good enough for an order. */
const deliverySeconds = 0.01;

function pauseSeconds({ steps }: Pick<Case, "steps">): number {
  const waits = steps.flatMap((step) => ("pause" in step ? [step.pause] : []));
  return waits.reduce(
    (sum, { seconds = 0, others }) => sum + seconds + (others?.times ?? 0) * deliverySeconds,
    0,
  );
}

/** Most deliveries at once that fill a pause. */
const fillers = 8;

interface WaitOptions {
  readonly sender: Sender;
  /** Sends a request to the subject. */
  readonly answerTo: (request: Outgoing) => Promise<unknown>;
  /** Milliseconds that never decrease. */
  readonly clock: () => number;
  /** Resolves after that many milliseconds. */
  readonly sleep: (ms: number) => Promise<void>;
  /** How many deliveries the subject has accepted so far. */
  readonly accepted: () => number;
}

/** Waits for what is left of a pause: sends the deliveries that nobody else has sent, and sleeps. */
export function createWait({ sender, answerTo, clock, sleep, accepted }: WaitOptions): Wait {
  return async ({ seconds = 0, others }, since) => {
    if (others !== undefined) {
      const left = others.times - (accepted() - since.accepted);
      let sent = 0;
      const fill = async (): Promise<void> => {
        // Other cases that wait send some, too.
        while (sent < left && accepted() - since.accepted < others.times) {
          sent++;
          const identities = newCaseIdentities(sender.suite.protocol, sender.random);
          await answerTo(deliveryRequest(sender, identities, others.deliver));
        }
      };
      await Promise.all(Array.from({ length: fillers }, fill));
      if (accepted() - since.accepted < others.times)
        return `needs ${others.times} other deliveries that the receiver accepts`;
    }
    const leftMs = seconds * 1000 - (clock() - since.at);
    if (leftMs > 0) await sleep(leftMs);
    return undefined;
  };
}

/** A case that has begun and waits for its pause to end. */
interface Suspended {
  /** Lets it go on, and resolves when it is done. */
  readonly resume: () => Promise<void>;
}

/** Runs cases up to their pause, and later from there. */
export interface Suspender {
  /** Begins a case; resolves when it is done, or waits in a pause. */
  readonly begin: (run: (paused: () => Promise<void>) => Promise<void>) => Promise<void>;
  /** Those that wait, in the order of their beginning. */
  readonly suspended: readonly Suspended[];
}

/** Cases wait in their pause until they are resumed, without keeping others from running. */
export function createSuspender(): Suspender {
  const suspended: Suspended[] = [];
  return {
    suspended,
    async begin(run) {
      const pause = createSignal();
      const end = createSignal();
      const done = run(() => {
        pause.give();
        return end.given;
      });
      // Whoever resumes it learns of its failure; until then, nobody may.
      done.catch(() => {});
      suspended.push({
        resume() {
          end.give();
          return done;
        },
      });
      await Promise.race([pause.given, done]);
    },
  };
}

interface Signal {
  readonly given: Promise<void>;
  readonly give: () => void;
}

function createSignal(): Signal {
  let give = (): void => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}
