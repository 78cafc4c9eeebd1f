import type { Handlers } from "../api/operation.js";
import type { ConsoleContext } from "../context.js";
import { from } from "../control/create-control.js";

/** The operations of the sandbox's time. */
export function clockHandlers({
  control: { clock },
}: ConsoleContext): Handlers<"readClock" | "advanceClock" | "freezeClock" | "resumeClock"> {
  return {
    readClock: () => from(clock.read()),
    advanceClock: ({ body }) => from(clock.advance({ body }, { timeoutMs: Number.POSITIVE_INFINITY })),
    freezeClock: () => from(clock.freeze()),
    resumeClock: () => from(clock.resume()),
  };
}
