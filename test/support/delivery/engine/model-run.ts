import { setImmediate as nextTurn } from "node:timers/promises";
import type { Store, TransportResult } from "../../../../delivery/index.js";
import { misplaced } from "../state-tables.js";
import { type FaultyStore, faultyStore } from "./faulty-store.js";
import type { Command } from "./model-commands.js";
import {
  answered,
  deliveriesIn,
  failed,
  makeEvent,
  type SeenRequest,
  type Subject,
  subjectOn,
} from "./subject.js";

/** What the model found. */
export interface ModelResult {
  /** Promises that were broken. */
  readonly broken: readonly string[];
  /** Deliveries that weren't settled although everything works again. */
  readonly unsettled: readonly string[];
}

const applications = ["app-0", "app-1", "app-2"];
const settings = { leaseMs: 30_000, timeoutMs: 10_000, pollMs: 1000 };

interface Runner {
  subject: Subject;
  store: FaultyStore;
  running: Promise<void> | undefined;
}

export async function runCommands(store: Store, commands: readonly Command[]): Promise<ModelResult> {
  const broken: string[] = [];
  let answers: (number | string)[] = [];
  const underWay = new Set<string>();
  const bodies = new Map<string, string>();
  const nonces = new Set<string>();
  const first = subjectOn(faultyStore(store), { settings });
  for (const application of applications) await first.endpoint(application);
  first.receiver.answer = async (request) => {
    check(request);
    underWay.add(request.deliveryId);
    await nextTurn();
    const next = answers.shift() ?? 204;
    // Hanging ends by the transport's time limit, which the clock is moved past.
    if (next === "hang") first.clock.jumpTo(first.clock.now() + settings.timeoutMs);
    underWay.delete(request.deliveryId);
    const results: Record<string, TransportResult> = {
      hang: failed("timed-out"),
      reset: failed("connection-reset"),
    };
    if (typeof next === "number") return answered(next);
    return results[next] as TransportResult;
  };
  const check = ({ deliveryId, body, headers }: SeenRequest): void => {
    if (underWay.has(deliveryId)) broken.push(`two attempts of ${deliveryId} at once`);
    if (body !== (bodies.get(deliveryId) ?? body)) broken.push(`${deliveryId} changed`);
    bodies.set(deliveryId, body);
    const nonce = headers["X-SVC-Request-Nonce"] ?? "";
    if (nonces.has(nonce)) broken.push(`a nonce of ${deliveryId} was used twice`);
    nonces.add(nonce);
  };
  const create = (): Runner => {
    const own = faultyStore(store);
    return { store: own, subject: subjectOn(own, { with: first, settings }), running: undefined };
  };
  const runners = [create(), create()];
  const run = async (runner: Runner): Promise<void> => {
    await runner.subject.engine.runDue().catch(() => {});
  };
  const published = new Map<string, string[]>(applications.map((each) => [each, []]));
  // The order of publication is kept unless the clock is set back by more than five seconds between two publications.
  const epochs = new Map<string, number>();
  let [epoch, latest] = [0, 0];
  const crashed: Promise<void>[] = [];
  for (const command of commands) {
    const runner = runners["engine" in command ? command.engine : 0] as Runner;
    const application = applications["endpoint" in command ? command.endpoint : 0] as string;
    const ids = published.get(application) as string[];
    switch (command.kind) {
      case "publish": {
        const fresh = Array.from(
          { length: command.count },
          (_, index) => `${application}-${ids.length + index}`,
        );
        const now = first.clock.now();
        epoch += Number(now < latest - 5000);
        latest = now < latest - 5000 ? now : Math.max(latest, now);
        for (const id of fresh) epochs.set(id, epoch);
        await first.engine.publishAll(
          fresh.map((id) => ({ event: makeEvent(id, application), application })),
        );
        ids.push(...fresh);
        break;
      }
      case "answers":
        answers = [...command.answers];
        break;
      case "faults":
        runner.store.faults = [...command.faults];
        break;
      case "crash": {
        // It hangs in a transaction for ever, so that nothing of it is heard again.
        runner.store.faults = [...Array.from({ length: command.after }, () => undefined), "hang"];
        crashed.push(run(runner));
        for (let turn = 0; turn < 200 && runner.store.faults.length > 0; turn++) await nextTurn();
        runner.store.faults = Array.from({ length: 1000 }, () => "hang" as const);
        runners[command.engine] = create();
        break;
      }
      case "advance":
        first.clock.advanceBy(command.ms);
        break;
      case "jump":
        first.clock.jumpTo(first.clock.now() + command.ms);
        break;
      case "run":
        await run(runner);
        break;
      case "pause":
      case "resume":
        await store.db
          .updateTable("endpoints")
          .set({ state: command.kind === "pause" ? "paused" : "active" })
          .where("application", "=", application)
          .execute();
        break;
      case "redeliver": {
        const eventId = ids[command.event];
        if (eventId === undefined) break;
        const request = {
          application,
          eventId,
          operationId: `op-${command.event}-${ids.length}`,
          actor: "ada",
        };
        await first.engine.redeliver(request).catch(() => {});
        break;
      }
    }
    broken.push(...(await misplaced(store)));
  }
  return { broken: [...broken, ...(await settle())], unsettled: await unsettled() };

  async function settle(): Promise<string[]> {
    answers = [];
    for (const { store: faulty } of runners) faulty.faults = [];
    await store.db.updateTable("endpoints").set({ state: "active" }).execute();
    // As long as all attempts take, and as a lease of an engine that is gone under a clock that was set forward.
    for (let step = 0; step < 60; step++) {
      for (const runner of runners) await run(runner);
      first.clock.advanceBy(step < 40 ? 900_000 : 2 * 3_600_000);
    }
    const problems = [...(await misplaced(store))];
    for (const row of await deliveriesIn(store)) {
      if (row.attempts > row.max_attempts) problems.push(`${row.event_id} has ${row.attempts} attempts`);
    }
    const firsts = new Map<string, string>();
    for (const { eventId, url } of first.seen) if (!firsts.has(eventId)) firsts.set(eventId, url);
    // Their first attempt began in its turn, but perhaps nobody saw it.
    for (const id of await interruptedFirst(store)) firsts.delete(id);
    for (const [application, ids] of published)
      for (const each of new Set(epochs.values())) {
        const ofEpoch = (id: string): boolean => epochs.get(id) === each;
        const order = [...firsts.keys()].filter((id) => id.startsWith(`${application}-`) && ofEpoch(id));
        if (order.join() !== ids.filter((id) => firsts.has(id) && ofEpoch(id)).join())
          problems.push(`${application}: ${order}`);
      }
    return problems;
  }

  async function unsettled(): Promise<string[]> {
    const rows = await deliveriesIn(store);
    const known = new Set(rows.map(({ event_id }) => event_id));
    const missing = [...published.values()].flat().filter((id) => !known.has(id));
    return [
      ...missing.map((id) => `${id} is lost`),
      ...rows
        .filter(({ state }) => state === "pending" || state === "sending")
        .map((row) => `${row.event_id} is ${row.state}`),
    ];
  }
}

async function interruptedFirst({ db }: Store): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("attempts as a")
    .innerJoin("deliveries as d", "d.sequence", "a.delivery")
    .select("d.event_id")
    .where("a.number", "=", 1)
    .where("a.error", "=", "interrupted")
    .execute();
  return rows.map(({ event_id }) => event_id);
}
