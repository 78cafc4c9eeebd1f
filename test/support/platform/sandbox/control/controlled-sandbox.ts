import { type Sandbox, startSandbox } from "@oipkit/sandbox";
import { type ControlClient, createControlClient } from "@oipkit/sandbox/client";
import { afterThisTest } from "../../../clean-up.js";

export const token = "control-token-of-a-test";
export const start = Date.parse("2026-01-05T09:30:00Z");

/** A sandbox in memory whose clock stands still, and a client of its control. */
export interface ControlledSandbox {
  readonly sandbox: Sandbox;
  readonly origin: string;
  readonly control: ControlClient;
}

/** Starts one; the test's end closes it. */
export async function startControlled(): Promise<ControlledSandbox> {
  const sandbox = await startSandbox({ seed: "control", token, clock: { start, frozen: true } });
  afterThisTest(sandbox.close);
  const control = createControlClient({ control: sandbox.control.url, token });
  return { sandbox, origin: sandbox.origin, control };
}
