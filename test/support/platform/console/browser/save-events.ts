import type { BrowserConsole } from "./open-console.js";

/** Saves other events for an application, past its page, as another tab or person would. */
export async function saveEvents(
  control: BrowserConsole["control"],
  application: string,
  event_types: string[],
): Promise<void> {
  const path = { application_id: application };
  const { revision } = await control.call("readWebhook", { path });
  const body = { event_types, revision, operation_id: `elsewhere-${revision}` };
  await control.call("saveWebhook", { path, body });
}
