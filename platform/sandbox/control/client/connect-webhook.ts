import { randomUUID } from "node:crypto";
import type { Schemas } from "../operation.js";
import type { ControlClient } from "./control-client.js";
import { ControlError } from "./control-error.js";

/** Where an application's events go. */
export interface Destination {
  readonly application: string;
  readonly url: string;
  /** Default: all that the application may get. */
  readonly types?: readonly string[] | undefined;
}

/**
 * Verifies and saves an endpoint, active. Rejects with a `ControlError`: `verification-failed` if the receiver doesn't answer as it must, or
 * the control's own.
 */
export async function connectWebhook(
  control: ControlClient,
  { application, url, types }: Destination,
): Promise<Schemas["Endpoint"]> {
  const path = { application_id: application };
  const test = await control.call("testConnection", { path, body: { url } });
  if (!test.verified) {
    const message = `the receiver isn't verified: ${test.reason ?? "it didn't answer"}; ${test.remedy ?? "start it"}`;
    const code = test.code ?? "verification-failed";
    throw new ControlError(code, message, { status: 409, refusal: { code, message } });
  }
  const all = types ?? (await control.call("readWebhook", { path })).granted_event_types;
  const { endpoint } = await control.call("saveWebhook", {
    path,
    body: {
      url,
      event_types: [...all],
      revision: test.revision ?? 0,
      operation_id: `connect-${randomUUID()}`,
      ...(test.proof !== undefined && { proof: test.proof }),
    },
  });
  return endpoint.state === "paused" ? control.call("resumeWebhook", { path }) : endpoint;
}
