import type { ServerResponse } from "node:http";
import type { Effect } from "./faults.js";
import { refuse } from "./refuse.js";

/** Lets a fault happen to an exchange, and returns whether its request is served after it. */
export async function suffer({ kind, status, delayMs }: Effect, response: ServerResponse): Promise<boolean> {
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
