import type { Handlers } from "../api/operation.js";
import { unknown } from "../console-refusal.js";
import type { ConsoleContext } from "../context.js";
import { unwrap } from "../create-control.js";
import { ownApplication } from "../viewer.js";

/** The operations of the API's log. */
export function requestHandlers(context: ConsoleContext): Handlers<"listRequests" | "readRequest"> {
  const { control } = context;
  return {
    async listRequests({ path: { application_id }, query: { unattributed, ...query }, viewer }) {
      await ownApplication(context, viewer, application_id);
      const whose = unattributed === undefined ? { application_id } : { unattributed };
      return await unwrap(control.requests.list({ ...query, ...whose }));
    },
    async readRequest({ path: { application_id, request_id }, viewer }) {
      await ownApplication(context, viewer, application_id);
      const found = await unwrap(control.requests.read({ request_id }));
      // One that nobody could be told for is shown to everybody in a sandbox.
      if (found.application_id !== null && found.application_id !== application_id) throw unknown("request");
      return found;
    },
  };
}
