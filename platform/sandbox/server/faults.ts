import type { ServerResponse } from "node:http";
import type { components } from "@oipkit/console/control/types.js";
import { refuse } from "./access.js";

/** What goes wrong with requests on purpose. */
export type Fault = components["schemas"]["Fault"];

/** What happens to a request. */
export interface FaultEffect {
  readonly kind: Fault["kind"];
  readonly status: number;
  readonly delayMs: number;
}

/** The faults that are switched on. */
export interface Faults {
  readonly list: () => readonly Fault[];
  readonly set: (faults: readonly Fault[]) => void;
  /** The effect of the first fault that hits a request, which counts for `times`. */
  readonly effectOn: (request: {
    readonly target: Fault["target"];
    readonly method: string;
    readonly path: string;
  }) => FaultEffect | undefined;
}

const usualStatus = 503;
const usualDelayMs = 1000;

/** No faults at first. `random` gives numbers from 0 to below 1. */
export function createFaults(random: () => number): Faults {
  let faults: Fault[] = [];
  return {
    list: () => faults,
    set(given) {
      faults = given.map((fault) => ({ ...fault }));
    },
    effectOn({ target, method, path }) {
      // Most sandboxes have none, and each request asks.
      if (faults.length === 0) return undefined;
      const at = faults.findIndex(
        (fault) =>
          fault.target === target &&
          fault.times !== 0 &&
          (fault.method === undefined || fault.method.toUpperCase() === method) &&
          path.startsWith(fault.path ?? "") &&
          (fault.share === undefined || random() < fault.share),
      );
      const fault = faults[at];
      if (fault === undefined) return undefined;
      if (fault.times !== undefined) faults[at] = { ...fault, times: fault.times - 1 };
      const { kind, status = usualStatus, delay_ms: delayMs = usualDelayMs } = fault;
      return { kind, status, delayMs };
    },
  };
}

/** Lets a fault happen to an exchange, and returns whether its request is served after it. */
export async function suffer(
  { kind, status, delayMs }: FaultEffect,
  response: ServerResponse,
): Promise<boolean> {
  switch (kind) {
    case "status":
      refuse(response, { status, code: "fault", message: "a fault that is switched on in the sandbox" });
      return false;
    case "drop-request":
      response.destroy();
      return false;
    case "drop-answer":
      dropAnswer(response);
      return true;
    case "delay":
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      return true;
  }
}

/** Ends the connection where the answer would begin: the work is done, and its client doesn't know. */
function dropAnswer(response: ServerResponse): void {
  const destroy = () => response.destroy();
  response.writeHead = destroy as typeof response.writeHead;
  response.flushHeaders = destroy;
  response.end = destroy as typeof response.end;
  response.write = (() => {
    destroy();
    return false;
  }) as typeof response.write;
}
