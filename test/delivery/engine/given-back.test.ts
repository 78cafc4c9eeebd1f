import { expect, it } from "vitest";
import { openSqliteStore, type Store } from "../../../delivery/index.js";
import { answered, deliveriesIn, makeEvent, subjectOn } from "../../support/delivery/engine/subject.js";

it("forgets no endpoint to which something is published while it is given back", async () => {
  const store = await openSqliteStore({ file: ":memory:" });
  await store.migrate();
  const publisher = subjectOn(store);
  await publisher.endpoint();
  const { clock } = publisher;
  let left = 12;
  const publishing: Store = {
    ...store,
    async transact(work, options) {
      if (left > 0) {
        const application = "app-1";
        await publisher.engine.publish(makeEvent(`evt-${left--}`, application), { application });
        // The next transaction also asks for lanes.
        clock.jumpTo(clock.now() + 1000);
      }
      return store.transact(work, options);
    },
  };
  const { engine } = subjectOn(publishing, { with: publisher });
  await engine.runDue();
  for (let step = 0; step < 20; step++) {
    clock.advanceBy(1000);
    await engine.runDue();
  }
  expect(left).toBe(0);
  expect((await deliveriesIn(store)).map(({ state }) => state)).toEqual(Array(12).fill("delivered"));
  await store.close();
});

it("sends nothing twice that is published while the answer is lost by which an endpoint was given back", async () => {
  const store = await openSqliteStore({ file: ":memory:" });
  await store.migrate();
  const owner = async (): Promise<string | null | undefined> =>
    (await store.db.selectFrom("lanes").select("lease_owner").executeTakeFirst())?.lease_owner;
  let left = 3;
  const failing: Store = {
    ...store,
    async transact(work, options) {
      const before = await owner();
      const outcome = await store.transact(work, options);
      const isGivenBack = typeof before === "string" && (await owner()) === null;
      if (!isGivenBack || left === 0) return outcome;
      for (; left > 0; left--)
        await publisher.engine.publish(makeEvent(`evt-${left}`), { application: "app-1" });
      engine.wake();
      throw new Error("the store went away after the commit");
    },
  };
  const publisher = subjectOn(store);
  await publisher.endpoint();
  const { clock, seen } = publisher;
  const { engine, failures, receiver } = subjectOn(failing, { with: publisher });
  // The window of the endpoint grows beyond one.
  for (let index = 0; index < 4; index++)
    await publisher.engine.publish(makeEvent(`evt-first-${index}`), { application: "app-1" });
  receiver.answer = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return answered(204);
  };
  engine.start();
  await expect
    .poll(() => {
      clock.advanceBy(100);
      return seen.length;
    })
    .toBe(7);
  await engine.stop();
  expect(failures.map(String)).toEqual(["Error: the store went away after the commit"]);
  expect(new Set(seen.map(({ deliveryId }) => deliveryId)).size).toBe(7);
  expect((await deliveriesIn(store)).map(({ state }) => state)).toEqual(Array(7).fill("delivered"));
  await store.close();
});

it.each([
  ["", 0],
  [", also after the clock was set back", -3_600_000],
])("gives back few endpoints after a tenth of a second if hundreds hang%s", async (_, jump) => {
  const store = await openSqliteStore({ file: ":memory:" });
  await store.migrate();
  const { engine, clock, receiver, attempts, endpoint } = subjectOn(store);
  const applications = Array.from({ length: 300 }, (_unused, index) => `app-${index}`);
  for (const application of applications) await endpoint(application);
  let answerLate = (): void => {};
  const late = new Promise<void>((resolve) => {
    answerLate = resolve;
  });
  receiver.answer = async ({ url }) => {
    if (/app-[5-9]\b/.test(url)) await late;
    else if (!/app-\d\b/.test(url)) await new Promise(() => {});
    return answered(204);
  };
  await engine.publishAll(
    applications.map((application) => ({ event: makeEvent(`evt-${application}`, application), application })),
  );
  engine.start();
  await expect.poll(() => attempts.length).toBe(5);
  if (jump !== 0) clock.jumpTo(clock.now() + jump);
  answerLate();
  await expect.poll(() => attempts.length).toBe(10);
  const held = async () =>
    (await store.db.selectFrom("lanes").select("endpoint_id").where("lease_owner", "is not", null).execute())
      .length;
  await expect
    .poll(() => {
      clock.advanceBy(100);
      return held();
    })
    .toBe(290);
  const stopped = engine.stop();
  clock.advanceBy(60_000);
  await stopped;
  await store.close();
});
