import { afterAll, expect, it } from "vitest";
import { createCallbacks, openSqliteStore } from "../../../delivery/index.js";
import { contextOn, openParts, saveEndpoint } from "../../support/delivery/event-tests/subject.js";

const type = "token.agent.action.v1";
const event = { event_id: "evt_1", event_type: type, amount: "one" };

const store = await openSqliteStore({ file: ":memory:" });
await store.migrate();
await saveEndpoint(store, { callback_types: JSON.stringify([type]) });
afterAll(() => store.close());

it("a callback that its own validator refuses is not sent", async () => {
  const [sent, asked]: [unknown[], unknown[]] = [[], []];
  const errors = [{ pointer: "/amount", keyword: "type", message: "must be a number" }];
  const context = {
    ...contextOn(store),
    validateCallback: (callback: unknown) => {
      asked.push(callback);
      return { kind: "invalid" as const, errors };
    },
    transport: {
      async post(request: unknown) {
        sent.push(request);
        throw new Error("nothing may be sent");
      },
      close: async () => {},
    },
  };
  const callbacks = createCallbacks(context, {
    credentials: async () => {
      throw new Error("nothing may be signed");
    },
    tests: openParts,
  });
  await expect(callbacks.invoke({ application: "app_1", type, event })).rejects.toMatchObject({
    code: "event-invalid",
    details: { errors: [{ pointer: "/amount", keyword: "type" }] },
  });
  expect([asked, sent]).toEqual([[event], []]);
});
