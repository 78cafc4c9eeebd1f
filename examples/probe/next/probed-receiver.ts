import { makeProbedReceiver } from "../receiver.js";

type Probed = ReturnType<typeof makeProbedReceiver>;
const held = globalThis as { probedReceiver?: Probed };

/** The receiver and its probe of this process: Next.js may load a module once for each route. */
export function probedReceiver(): Probed {
  held.probedReceiver ??= makeProbedReceiver(process.env);
  return held.probedReceiver;
}
