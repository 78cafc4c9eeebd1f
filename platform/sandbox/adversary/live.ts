import type { Command } from "../platform/draft.js";
import { Refusal } from "../platform/refusal.js";
import { fractionFor } from "./chance.js";
import { type DeedChoices, type Dice, randomDeed } from "./deed.js";
import type { RunEvents } from "./run-events.js";
import type { TormentParts } from "./torment-parts.js";
import type { TormentRun } from "./torment-report.js";

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
/** Organizations that buy. */
const buyers = 4;
/** Deeds after which `between` is done. */
const deedsBetween = 5;
/** Rounds in a row without an event, after which nothing more is expected. */
const mostIdleRounds = 25;

/** Where life goes on. */
export interface Life {
  readonly parts: Pick<TormentParts, "world" | "commerce" | "advance" | "clock">;
  readonly application: string;
  readonly run: TormentRun;
  readonly events: RunEvents;
  readonly signal: AbortSignal | undefined;
  /** Done every few deeds, when no delivery is under way; says what it does on purpose. */
  readonly between: ((dice: Dice) => Promise<readonly string[]>) | undefined;
}

/** Does random things with new subscriptions and moves the clock in steps until there are as many events as asked for. Returns what was done. */
export async function live({
  parts,
  application,
  run,
  events,
  signal,
  between,
}: Life): Promise<readonly string[]> {
  const { world, commerce, advance, clock } = parts;
  const organizations = await world.run(plantBuyers, undefined);
  const choices = { application, organizations, products: productsOf(parts, application) };
  const all: string[] = [];
  const deeds: string[] = [];
  let idle = 0;
  for (let round = 1; events.types.length < run.count; round += 1) {
    const dice = (...about: (string | number)[]): number => fractionFor(run.seed, round, ...about);
    const before = events.types.length;
    const size = 8 + Math.floor(dice("size") * 16);
    for (let turn = 1; turn <= size && events.types.length < run.count; turn += 1) {
      if (between !== undefined && turn % deedsBetween === 0) {
        await advance(clock.now());
        deeds.push(...(await between((what) => dice(turn, "between", what))));
      }
      const subscriptions = all.filter((id) => isAlive(parts, id));
      const deed = await attempt({ ...choices, subscriptions, dice: (what) => dice(turn, what) });
      if (deed === undefined) continue;
      if (!all.includes(deed.subscription)) all.push(deed.subscription);
      deeds.push(`${deed.text} #${all.indexOf(deed.subscription) + 1}`);
    }
    signal?.throwIfAborted();
    const step = stepOf(dice("step"), dice("length"));
    await advance(clock.now() + step);
    deeds.push(`advance ${step}`);
    idle = events.types.length > before ? 0 : idle + 1;
    if (idle >= mostIdleRounds) throw silent(application);
  }
  return deeds;

  async function attempt(input: DeedChoices) {
    try {
      return await world.run(randomDeed(commerce), input);
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }
}

const plantBuyers: Command<undefined, readonly string[]> = (draft) =>
  Array.from({ length: buyers }, () => {
    const id = draft.newId("org");
    const name = { en: "Torment", zh: "考验" };
    draft.put("organization", { id, name, kind: "enterprise", status: "active" });
    return id;
  });

function productsOf(
  { world: { view } }: Pick<TormentParts, "world">,
  application: string,
): readonly string[] {
  const own = view.get("application", application)?.product;
  return own === undefined
    ? view
        .list("catalogProduct")
        .map(({ code }) => code)
        .sort()
    : [own];
}

function isAlive({ world, commerce }: Pick<TormentParts, "world" | "commerce">, id: string): boolean {
  const subscription = world.view.get("subscription", id);
  return subscription !== undefined && !commerce.rules.lifecycle.statuses[subscription.status].ended;
}

/** Mostly minutes, sometimes hours, now and then days. In whole seconds. */
function stepOf(kind: number, length: number): number {
  const longest = kind < 0.7 ? 30 * minute : kind < 0.95 ? 12 * hour : 5 * day;
  return 1000 * Math.ceil((length * longest) / 1000);
}

function silent(application: string): Refusal {
  return new Refusal("conflict", "torment-silent", {
    message: `nothing that happens gives the application "${application}" an event: grant it access to an API product with events, and subscribe its endpoint to them`,
  });
}
