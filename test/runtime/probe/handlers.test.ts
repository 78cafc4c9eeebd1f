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

  it("don't run if they are to be skipped", async () => {
    const handlers = watchHandlers("skip");
    const watched = handlers.watch(() => {
      throw new Error("it ran");
    }) as Run;
    expect(await watched("event", context)).toBeUndefined();
    expect(handlers.mode()).toBe("skip");
  });
});
