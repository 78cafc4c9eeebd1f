import { expect, it } from "vitest";
import { openSqliteStore, type Store } from "../../../delivery/index.js";
import { deliveriesIn, makeEvent, subjectOn } from "../../support/delivery/engine/subject.js";

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
