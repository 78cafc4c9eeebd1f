import { describe, expect, it } from "vitest";
import { watchHandlers } from "../../../runtime/probe/handlers.js";

const context = { record: { eventId: "evt-1" } };
type Run = (event: unknown, context: unknown) => unknown;

describe("handlers that pass through a probe", () => {
  it("run, and what they throw is kept with its event and line", async () => {
    const handlers = watchHandlers("run");
    expect(handlers.mode()).toBe("unknown");
    const seen: unknown[] = [];
    const watched = handlers.watch({
      fine: (event: unknown) => void seen.push(event),
      bad: () => {
        throw new TypeError("no such book");
      },
    }) as Record<string, Run>;
    await watched.fine?.("event", context);
    expect(seen).toEqual(["event"]);
    await expect(watched.bad?.("event", context)).rejects.toThrow("no such book");
    expect(handlers.mode()).toBe("run");
    expect(handlers.failures).toEqual([
      {
        event_id: "evt-1",
        error: "TypeError: no such book",
        at: expect.stringMatching(/^test\/runtime\/probe\/handlers\.test\.ts:\d+$/),
      },
    ]);
  });

  it.each([
    ["at handle (/home/me/my app (1)/src/handlers.ts:10:5)", "/home/me/my app (1)/src/handlers.ts:10"],
    ["at /home/me/my app/handlers.ts:3:1", "/home/me/my app/handlers.ts:3"],
    ["at async file:///home/me/my%20app%23/handlers.ts:7:9", "/home/me/my app#/handlers.ts:7"],
    ["at async Object.paid (file:///home/50%/handlers.ts:12:9)", "/home/50%/handlers.ts:12"],
    ["at async Promise.all (index 0)", null],
    ["at process.processTicksAndRejections (node:internal/process/task_queues:95:5)", null],
    ["at parse (/app/node_modules/parser/index.js:1:1)", null],
  ])("that throw are found by their stack, %s", async (frame, at) => {
    const handlers = watchHandlers("run");
    const watched = handlers.watch(() => {
      const error = new Error("no such book");
      error.stack = `Error: no such book\n    ${frame}`;
      throw error;
    }) as Run;
    await expect(watched("event", context)).rejects.toThrow("no such book");
    expect(handlers.failures).toMatchObject([{ at }]);
  });

  it("don't run if they are to be skipped", async () => {
    const handlers = watchHandlers("skip");
    const watched = handlers.watch(() => {
      throw new Error("it ran");
    }) as Run;
    expect(await watched("event", context)).toBeUndefined();
    expect(handlers.mode()).toBe("skip");
  });
});
