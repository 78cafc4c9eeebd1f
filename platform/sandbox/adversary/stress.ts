import type { Endpoint } from "@oipkit/delivery";
import { protocol } from "../generated/events/protocol.js";
import { Refusal } from "../platform/draft.js";
import { compareWithTruth, createRunEvents, type Difference, type RunEvents } from "./compare.js";
import { createAdversary } from "./create-adversary.js";
import { createKeeper, type Keeper } from "./keeper.js";
import { live, type StressParts } from "./live.js";
import { ProbeFailed, type ProbeReader } from "./probe.js";
import { type Profile, profiles, secretProfiles, withoutSecrets } from "./profile.js";
import { createKeys, type ReceiverKeys, type SecretsHandOver } from "./receiver-keys.js";
import { createAsker, readSample } from "./requests.js";
import {
  type Act,
  actProblem,
  actsByKind,
  digestLines,
  mostListed,
  type StressReport,
  type StressRun,
} from "./stress-report.js";

/** How an application's receiver is stressed. */
export interface StressOptions {
  readonly application: string;
  readonly run: StressRun;
  /** Shows what the receiver has stored. */
  readonly probe: ProbeReader;
  /** Tells the receiver its secrets; without it, secrets stay as they are, and so does encryption. */
  readonly handOver?: SecretsHandOver | undefined;
  /** How long the receiver may take to apply what it has accepted, in milliseconds of real time. Default: five seconds. */
  readonly patienceMs?: number | undefined;
  /** Ends it early; then it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Lets random subscriptions live while an adversary stands before the application's endpoint, and compares what its receiver has stored with
 * what happened. The clock is moved, and stands still in between. If the receiver can be told, its secrets rotate and encryption is switched; in
 * the end, that is as it was. Refuses with `profile-unknown`, `secrets-missing`, `endpoint-missing`, `stress-silent` or `probe-failed`, and rejects
 * as `handOver` does.
 */
export async function stress(parts: StressParts, options: StressOptions): Promise<StressReport> {
  const { application, probe } = options;
  const { handOver, run, profile } = planRun(options);
  const endpoint = await activeEndpoint(parts, application);
  await seen(probe.inbox("evt_stress_begins"));
  const keys = createKeys(await parts.delivery.credentials.source(application), endpoint.encrypted);
  const events = createRunEvents(application, endpoint.eventTypes);
  const acts: Act[] = [];
  const wasRunning = parts.clock.mode() === "running";
  await parts.freeze();
  const stopWatching = parts.world.onCommit((committed) => committed.events.forEach(events.add));
  const { sleep, delivery } = parts;
  const { signal, patienceMs = usualPatienceMs } = options;
  let keeper: Keeper | undefined;
  const restore = parts.through((transport) => {
    const sending = { transport, protocol, now: parts.clock.realNow };
    const asker = createAsker({ ...sending, sleep, patienceMs, signal });
    if (handOver !== undefined)
      keeper = createKeeper({ delivery, application, profile, keys, handOver, asker });
    const keysNow = (): ReceiverKeys => keeper?.keys() ?? keys;
    return createAdversary({
      ...sending,
      profile,
      seed: run.seed,
      sleep,
      keys: keysNow,
      onAct: (act) => void acts.push(act),
      onAccepted(request) {
        const sample = keeper && readSample(request, protocol, keysNow());
        if (sample !== undefined) asker.learn(sample);
      },
      eventLabel: (id) => events.eventNumber(id)?.toString(),
    });
  });
  try {
    await keeper?.begin();
    const between = keeper?.step;
    const deeds = await live({ parts, application, run, events, signal, between });
    const planned = events.types.length;
    await parts.advance(parts.clock.now());
    await keeper?.settle();
    const undelivered = await untilDelivered(parts, options);
    await keeper?.restore();
    const differences = await findDifferences(events, { ...options, sleep });
    const problems = [
      ...(keeper?.problems ?? []),
      ...acts.map(actProblem).filter((problem) => problem !== undefined),
    ];
    return {
      run,
      events: events.types.length,
      deeds: deeds.length,
      undelivered,
      acts: { ...actsByKind(acts), ...keeper?.counts() },
      deedsDigest: digestLines([
        ...deeds,
        ...actLines(acts, events, planned),
        ...events.types.slice(0, planned),
      ]),
      problems: problems.slice(0, mostListed),
      differences: differences.slice(0, mostListed),
    };
  } finally {
    // Does nothing if that was done above; what failed there already is thrown.
    await keeper?.restore().catch(() => {});
    restore();
    stopWatching();
    if (wasRunning) await parts.resume();
  }
}

async function activeEndpoint({ delivery }: StressParts, application: string): Promise<Endpoint> {
  const endpoint = await delivery.endpoints.find(application);
  if (endpoint?.state === "active") return endpoint;
  throw new Refusal("conflict", "endpoint-missing", {
    message: `the application "${application}" has no active endpoint: test and save its receiver's URL first`,
  });
}

/** What is done in the end: with `handOver` only if secrets may change. */
function planRun({ run, handOver }: StressOptions): {
  readonly run: StressRun & { readonly secrets: boolean };
  readonly profile: Profile;
  readonly handOver: SecretsHandOver | undefined;
} {
  const profile = Object.hasOwn(profiles, run.profile) ? profiles[run.profile] : undefined;
  if (profile === undefined) throw unknownProfile(run.profile);
  const secrets = run.secrets ?? handOver !== undefined;
  if (secrets && handOver === undefined) throw secretsMissing("this run changes secrets");
  if (!secrets && secretProfiles.includes(run.profile))
    throw secretsMissing(`the profile "${run.profile}" changes secrets`);
  return {
    run: { ...run, secrets },
    profile: secrets ? profile : withoutSecrets(profile),
    handOver: secrets ? handOver : undefined,
  };
}

function secretsMissing(why: string): Refusal {
  return new Refusal("invalid", "secrets-missing", {
    message: `${why}: name the file that the receiver reads them from, with --secrets FILE (\`secrets_url\` of the control)`,
  });
}

function unknownProfile(name: string): Refusal {
  const known = Object.keys(profiles).join(", ");
  return new Refusal("invalid", "profile-unknown", {
    message: `there is no profile "${name}"; there are ${known}`,
  });
}

async function seen<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ProbeFailed)) throw error;
    throw new Refusal("conflict", error.code, { message: error.message });
  }
}

/** Longest wait for retries, in steps of the sandbox's time that double from a minute to an hour. */
const mostSteps = 120;
const [firstStepMs, longestStepMs] = [60_000, 3_600_000];

/** Moves the clock until no delivery of the application waits; the number of those that still do when it gives up. */
async function untilDelivered(
  { delivery, advance, clock }: StressParts,
  { application, signal }: Pick<StressOptions, "application" | "signal">,
): Promise<number> {
  let stepMs = firstStepMs;
  for (let step = 0; ; step += 1) {
    signal?.throwIfAborted();
    await advance(clock.now());
    const { pending, sending } = await delivery.deliveries.counts({ application });
    if (pending + sending === 0 || step === mostSteps) return pending + sending;
    await advance(clock.now() + stepMs);
    stepMs = Math.min(2 * stepMs, longestStepMs);
  }
}

const usualPatienceMs = 5000;
const pollMs = 100;

/** What the receiver still knows wrongly after a while. */
async function findDifferences(
  { truth }: RunEvents,
  {
    probe,
    patienceMs = usualPatienceMs,
    sleep,
    signal,
  }: Pick<StressOptions, "probe" | "patienceMs" | "signal"> & Pick<StressParts, "sleep">,
): Promise<readonly Difference[]> {
  for (let waited = 0; ; waited += pollMs) {
    signal?.throwIfAborted();
    const differences = await seen(compareWithTruth(truth, probe));
    if (differences.length === 0 || waited >= patienceMs) return differences;
    await sleep(pollMs);
  }
}

/** What was done to the events of the plan; what follows later depends on how long retries take. */
function actLines(acts: readonly Act[], { eventNumber }: RunEvents, planned: number): readonly string[] {
  return acts
    .flatMap(({ kind, eventId, attempt }) => {
      const number = eventNumber(eventId) ?? Number.POSITIVE_INFINITY;
      if (number <= planned) return [`${number} ${attempt} ${kind}`];
      return [];
    })
    .sort();
}
