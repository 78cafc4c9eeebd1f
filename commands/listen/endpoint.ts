import { type ControlClient, ControlError, connectWebhook, type Schemas } from "@oipkit/sandbox/client";
import { printable } from "../../reader/text/printable.js";

type Endpoint = Schemas["Endpoint"];

/** Restores the endpoint that was there before; pauses it if its receiver can't be verified now. Returns what is so now. */
export async function restore(
  control: ControlClient,
  former: Endpoint | undefined,
  application: string,
): Promise<string> {
  const path = { application_id: application };
  if (former === undefined) {
    await control.call("revokeWebhook", { path });
    return "the endpoint is revoked";
  }
  try {
    await connectWebhook(control, { application, url: former.url, types: former.event_types });
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    await control.call("pauseWebhook", { path, body: { reason: "oipkit listen has ended" } });
    return `the endpoint is paused, since ${former.url} isn't verified any more: ${printable(error.message)}`;
  }
  if (former.state === "paused")
    await control.call("pauseWebhook", { path, body: { reason: former.pause_reason ?? "paused before" } });
  return `events go to ${former.url} again`;
}
