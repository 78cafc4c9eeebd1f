import type { CompiledQuery } from "kysely";
import { expect, it } from "vitest";
import { openSqliteStore, type Store } from "../../../delivery/index.js";
import type { SqlStatement } from "../../../delivery/store/store.js";
import { answered, makeEvent, subjectOn } from "../../support/delivery/engine/subject.js";

const names = (count: number, prefix: string): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

/** An engine whose endpoints called `hang-…` never answer once they are told to, and what it asks of its store. */
async function hangingSubject(applications: readonly string[]) {
  const store = await openSqliteStore({ file: ":memory:" });
  await store.migrate();
  const asked: Pick<SqlStatement, "sql" | "parameters">[] = [];
  const leases: number[] = [];
  let held = 0;
  const countLeases = async (): Promise<void> => {
    const lanes = store.db.selectFrom("lanes").select("endpoint_id").where("lease_owner", "is not", null);
    const now = (await lanes.execute()).length;
    if (now > held) leases.push(now - held);
    held = now;
  };
  const watched: Store = {
    ...store,
    script(steps) {
      asked.push(...steps);
      return store.script(steps);
    },
    async transact(work, options) {
      const outcome = await store.transact(
        (transaction) =>
          work(
            new Proxy(transaction, {
              get(target, name) {
                const value: unknown = Reflect.get(target, name);
                if (name !== "executeQuery") return typeof value === "function" ? value.bind(target) : value;
                return (query: CompiledQuery) => {
                  asked.push(query);
                  return target.executeQuery(query);
                };
              },
            }),
          ),
        options,
      );
      await countLeases();
      return outcome;
    },
  };
  const subject = subjectOn(watched);
  for (const application of applications) await subject.endpoint(application);
  const state = { hangs: false };
  subject.receiver.answer = async ({ url }) => {
    if (state.hangs && url.includes("hang-")) await new Promise(() => {});
    return answered(204);
  };
  let published = 0;
  const publish = (to: readonly string[]) =>
    subject.engine.publishAll(
      to.map((application) => ({ event: makeEvent(`evt-${published++}`, application), application })),
    );
  const answers = (to: string): number =>
    subject.attempts.filter(({ endpointId }) => endpointId === `endpoint-${to}`).length;
  const close = async (): Promise<void> => {
    const stopped = subject.engine.stop();
    subject.clock.advanceBy(60_000);
    await stopped;
    await store.close();
  };
  return { ...subject, state, asked, leases, publish, answers, close };
}

it("asks the store nothing more about endpoints that hang, however much is published to others", async () => {
  const hanging = names(40, "hang");
  const subject = await hangingSubject([...hanging, "well"]);
  const { engine, clock, seen, attempts, state, asked, publish, answers } = subject;
  engine.start();
  await publish([...hanging, "well"]);
  await expect.poll(() => attempts.length).toBe(41);
  state.hangs = true;
  await publish(hanging);
  await expect.poll(() => seen.length).toBe(81);
  clock.advanceBy(200);
  asked.length = 0;
  for (let count = 2; count < 12; count++) {
    await publish(["well"]);
    await expect.poll(() => answers("well")).toBe(count);
  }
  const fetches = asked.filter(({ sql }) => sql.includes('"waiting" as "x"'));
  const about = fetches.map(({ parameters }) => JSON.stringify(parameters).match(/endpoint-\w+/g) ?? []);
  expect(about.flat()).toContain("endpoint-well");
  expect(about.flat()).not.toContain("endpoint-hang");
  await subject.close();
});

it("leases few endpoints at a time while others hang, so that none waits long for its first attempt", async () => {
  const hanging = names(10, "hang");
  const others = names(200, "other");
  const subject = await hangingSubject([...hanging, ...others]);
  const { engine, clock, seen, state, leases, publish } = subject;
  state.hangs = true;
  engine.start();
  await publish(hanging);
  await expect.poll(() => seen.length).toBe(10);
  clock.advanceBy(200);
  leases.length = 0;
  await publish(others);
  await expect.poll(() => seen.length).toBe(210);
  expect(leases.length).toBeGreaterThan(0);
  expect(Math.max(...leases)).toBeLessThanOrEqual(64);
  await subject.close();
});
