import { Refusal } from "../../platform/refusal.js";
import type { Handlers } from "../operation.js";
import { limitOf } from "../page.js";
import type { SandboxParts } from "../parts.js";

/** The operations of the API's log. */
export function requestHandlers({
  requests,
  checkNames,
}: Pick<SandboxParts, "requests" | "checkNames">): Handlers<"listRequests" | "readRequest"> {
  return {
    async listRequests({ query }) {
      const { application_id, unattributed, status, denied_by: deniedBy, before } = query;
      const application = unattributed === undefined ? application_id : null;
      const page = await requests.list({ application, status, deniedBy, before, limit: limitOf(query) });
      return { ...page, checks: [...checkNames] };
    },
    async readRequest({ path: { request_id } }) {
      const found = await requests.show(request_id);
      if (found !== undefined) return found;
      throw new Refusal("missing", "request-unknown", {
        message: `there is no request ${request_id} in the log, which keeps the latest ones`,
      });
    },
  };
}
