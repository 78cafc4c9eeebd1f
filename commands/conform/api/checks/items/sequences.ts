import { seededRandom } from "../../../../mock/index.js";
import type { ApiInstance } from "../../run/api-instance.js";
import { isRefusal, isSuccess } from "../../run/api-session.js";
import { ApiUntried, statuses } from "../../run/finding.js";
import type { Trial } from "../../run/trial.js";
import { type ApiCheck, type CheckContext, getItem, mustCase, untried, violated } from "../api-check.js";
import { creator } from "./lifecycle.js";
import { updated } from "./updates.js";

/** Sequences that are tried, and their steps. */
const [count, length] = [4, 14];

/** Runs that shorten a sequence which fails. */
const mostRuns = 40;

/** Whatever else happens, what is there stays, and what is gone stays gone. */
export const sequences: ApiCheck = {
  name: "sequences",
  rule: "In any sequence of changes, an item is found until it is deleted, and never again after that.",
  *cases({ session }) {
    const made = session.resources.filter(
      (each) => creator(each) !== undefined && each.get !== undefined && each.collection !== "",
    );
    if (made.length === 0) return;
    for (let number = 1; number <= count; number++)
      yield mustCase(`sequences/${number}`, (trial, context) =>
        trySequence(trial, randomSteps(`${session.options.seed} ${number}`), { ...context, made }),
      );
  },
};

/** A step; its numbers from 0 to 1 choose what it is about. */
interface Step {
  readonly kind: "make" | "change" | "remove";
  readonly subject: number;
  /** Which items are looked at afterwards. */
  readonly looks: readonly [number, number];
}

interface SequenceContext extends CheckContext {
  readonly made: CheckContext["session"]["resources"];
}

const kinds = ["make", "make", "change", "remove"] as const;

function randomSteps(seed: string): readonly Step[] {
  const random = seededRandom(seed);
  return Array.from({ length }, (_, index) => {
    // Items first, or there would be nothing to change.
    const kind = index < 2 ? "make" : (kinds[Math.floor(random() * kinds.length)] ?? "make");
    return { kind, subject: random(), looks: [random(), random()] };
  });
}

/** Fails with the shortest part of the steps that fails. */
async function trySequence(trial: Trial, all: readonly Step[], context: SequenceContext): Promise<void> {
  const first = await failure(trial, all, context);
  if (first === undefined) return;
  let steps = all.slice(0, first.at + 1);
  let runs = 0;
  for (let index = steps.length - 2; index >= 0 && runs < mostRuns; index--, runs++) {
    const fewer = steps.filter((_, at) => at !== index);
    const again = await failure(trial, fewer, context);
    if (again !== undefined) steps = fewer.slice(0, again.at + 1);
  }
  trial.begin();
  const shown = await failure(trial, steps, context);
  if (shown !== undefined) violated(shown.reason, statuses(shown.expected, shown.status));
  violated(first.reason, statuses(first.expected, first.status));
}

/** What goes wrong after a step. */
interface SequenceFailure {
  readonly at: number;
  readonly reason: string;
  readonly expected: string;
  readonly status: number;
}

/** An item of a sequence; of an unclear one, nothing is expected. */
interface SequenceItem {
  readonly instance: ApiInstance;
  state: "there" | "gone" | "unclear";
}

/** Takes the steps with items of their own. */
async function failure(
  trial: Trial,
  steps: readonly Step[],
  context: SequenceContext,
): Promise<SequenceFailure | undefined> {
  const items: SequenceItem[] = [];
  let done = 0;
  for (const [at, step] of steps.entries()) {
    try {
      await take(trial, step, { ...context, items });
      done++;
    } catch (error) {
      // What the server refuses isn't done.
      if (!(error instanceof ApiUntried)) throw error;
    }
    const found = await lookAround(trial, step, { ...context, items });
    if (found !== undefined) return { at, ...found };
  }
  if (done < 2) return untried("needs two changes that the server accepts");
  return undefined;
}

interface Sequence extends SequenceContext {
  readonly items: SequenceItem[];
}

/** One of several, by a number from 0 to 1. */
function chosen<Item>(all: readonly Item[], number: number): Item | undefined {
  return all[Math.floor(number * all.length)];
}

async function take(trial: Trial, { kind, subject }: Step, sequence: Sequence): Promise<void> {
  const { items, made, fixtures } = sequence;
  if (kind === "make") {
    const resource = chosen(made, subject);
    if (resource === undefined) return;
    items.push({ instance: await fixtures.make(trial, resource), state: "there" });
    return;
  }
  const item = chosen(
    items.filter(({ state }) => state === "there"),
    subject,
  );
  if (item === undefined) return;
  const { resource } = item.instance;
  const change = resource.patch ?? (resource.isNamedByClient ? undefined : resource.put);
  if (kind === "change" && change !== undefined) {
    await updated(trial, item.instance, { change, fixtures });
    // A change may hide it, which is for other checks.
    if (!isSuccess((await getItem(trial, item.instance, { fixtures })).answer)) item.state = "unclear";
  }
  if (kind === "remove") await remove(trial, item, sequence);
}

async function remove(trial: Trial, item: SequenceItem, { items, fixtures }: Sequence): Promise<void> {
  const { instance } = item;
  const answer = await fixtures.items.remove(trial, instance);
  if (answer === undefined || !isSuccess(answer)) return;
  // Others may have been below it.
  for (const other of items)
    if (other.instance.resource.path.startsWith(`${instance.resource.path}/`)) other.state = "unclear";
  const { answer: after } = await getItem(trial, instance, { fixtures });
  // One that lives on in another state is no deleted one.
  item.state = after.status === 404 || after.status === 410 ? "gone" : "unclear";
}

async function lookAround(
  trial: Trial,
  { looks }: Step,
  { items, fixtures }: Sequence,
): Promise<Omit<SequenceFailure, "at"> | undefined> {
  for (const [index, state] of (["there", "gone"] as const).entries()) {
    const item = chosen(
      items.filter((each) => each.state === state),
      looks[index] ?? 0,
    );
    if (item === undefined) continue;
    const { answer, operation } = await getItem(trial, item.instance, { fixtures });
    const { status } = answer;
    const name = String(item.instance.names.at(-1)).slice(0, 40);
    if (state === "there" && isRefusal(answer) && (status === 404 || status === 410))
      return {
        reason: `the server no longer finds ${name} by ${operation.id}, which wasn't deleted`,
        expected: "a success",
        status,
      };
    if (state === "gone" && isSuccess(answer))
      return {
        reason: `the server finds ${name} by ${operation.id} again, which was deleted and gone`,
        expected: "404 or 410",
        status,
      };
  }
  return undefined;
}
