import express from "express";
import express4 from "express4";
import { describe, expect, it } from "vitest";
import { toExpressHandler } from "../../../runtime/adapters/express.js";
import { listen, send } from "../../support/runtime/adapters/running.js";
import { describeServer } from "../../support/runtime/adapters/server-contract.js";
import { acmeReceiver, delivery } from "../../support/runtime/webhook/acme.js";

const versions = [
  ["Express 5", express],
  ["Express 4", express4],
] as const;

for (const [name, framework] of versions) {
  describeServer(name, (receiver) => {
    const app = framework();
    app.all("/hook", toExpressHandler(receiver));
    app.use(framework.json());
    return listen(app);
  });
}

describe.each(versions)("%s", (_name, framework) => {
  it("refuses a parsed body, reports how to fix it, and stores nothing", async () => {
    const { receiver, inbox } = acmeReceiver();
    const faults: Error[] = [];
    const app = framework();
    app.use(framework.json());
    app.all("/hook", toExpressHandler(receiver, { onFault: (fault) => faults.push(fault) }));
    const response = await send(await listen(app), delivery());
    expect(response.status).toBe(500);
    expect(faults).toMatchObject([{ code: "body-already-parsed" }]);
    expect(faults[0]?.message).toContain("mount the receiver before `express.json()`");
    expect(await inbox.list()).toEqual([]);
  });

  it("accepts the bytes of express.raw()", async () => {
    const { receiver, inbox } = acmeReceiver();
    const app = framework();
    app.use("/hook", framework.raw({ type: () => true }), toExpressHandler(receiver));
    expect((await send(await listen(app), delivery())).status).toBe(202);
    expect(await inbox.list()).toHaveLength(1);
  });

  it("accepts the bytes kept by the parser's `verify`", async () => {
    const { receiver } = acmeReceiver();
    const app = framework();
    app.use(
      framework.json({
        verify: (request, _response, rawBody) => {
          Object.assign(request, { rawBody });
        },
      }),
    );
    app.use("/hook", toExpressHandler(receiver));
    expect((await send(await listen(app), delivery())).status).toBe(202);
  });
});
