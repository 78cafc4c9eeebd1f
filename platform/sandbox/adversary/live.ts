import type { Delivery } from "@oipkit/delivery";
import type { SandboxClock } from "../clock/sandbox-clock.js";
import type { TransportSwitch } from "../deliveries/create-deliveries.js";
import type { Commerce } from "../platform/commerce/index.js";
import { type PlatformCommand, Refusal } from "../platform/draft.js";
import type { World } from "../world/world.js";
import type { RunEvents } from "./compare.js";
import { type DeedChoices, type Dice, randomDeed } from "./deed.js";
import { fractionFor } from "./profile.js";
import type { StressRun } from "./stress-report.js";

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
/** Organizations that buy. */
const buyers = 4;
/** Deeds after which `between` is done. */
const deedsBetween = 5;
/** Rounds in a row without an event, after which nothing more is expected. */
const mostIdleRounds = 25;

/** Where life goes on. */
interface Life {
  readonly parts: Pick<StressParts, "world" | "commerce" | "advance" | "clock">;
  readonly application: string;
  readonly run: StressRun;
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
  const choices = { application, organizations, products: productCodes(parts, application) };
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
    const step = stepLengthMs(dice("step"), dice("length"));
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

const plantBuyers: PlatformCommand<undefined, readonly string[]> = (draft) =>
  Array.from({ length: buyers }, () => {
    const id = draft.newId("org");
    const name = { en: "Stress", zh: "考验" };
    draft.put("organization", { id, name, kind: "enterprise", status: "active" });
    return id;
  });

function productCodes(
  { world: { view } }: Pick<StressParts, "world">,
  application: string,
): readonly string[] {
  const own = view.get("application", application)?.product;
  if (own === undefined)
    return view
      .list("catalogProduct")
      .map(({ code }) => code)
      .sort();
  return [own];
}

function isAlive({ world, commerce }: Pick<StressParts, "world" | "commerce">, id: string): boolean {
  const subscription = world.view.get("subscription", id);
  return subscription !== undefined && !commerce.rules.lifecycle.statuses[subscription.status].ended;
}

/** Mostly minutes, sometimes hours, now and then days. In whole seconds. */
function stepLengthMs(kind: number, length: number): number {
  let longest = 5 * day;
  if (kind < 0.7) longest = 30 * minute;
  else if (kind < 0.95) longest = 12 * hour;
  return 1000 * Math.ceil((length * longest) / 1000);
}

function silent(application: string): Refusal {
  return new Refusal("conflict", "stress-silent", {
    message: `nothing that happens gives the application "${application}" an event: grant it access to an API product with events, and subscribe its endpoint to them`,
  });
}

/** What a stress run drives. */
export interface StressParts {
  readonly world: Pick<World, "view" | "run" | "onCommit">;
  readonly clock: Pick<SandboxClock, "now" | "realNow" | "mode">;
  readonly commerce: Commerce;
  readonly delivery: Delivery;
  readonly advance: (until: number) => Promise<unknown>;
  readonly freeze: () => Promise<void>;
  readonly resume: () => Promise<void>;
  readonly through: TransportSwitch["through"];
  /** Resolves after so many milliseconds of real time. */
  readonly sleep: (ms: number) => Promise<void>;
}
