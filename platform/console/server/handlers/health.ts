import type { Handlers } from "../api/operation.js";
import type { ConsoleContext } from "../context.js";
import { everyPage, unwrap } from "../create-control.js";
import { ownApplication, ownApplications } from "../viewer.js";

type Ids = "listWebhookStandings" | "readWebhookHealth" | "redeliverFailed" | "readRedeliveries";

/** The operations of how endpoints are doing, and of what failed. */
export function healthHandlers(context: ConsoleContext): Handlers<Ids> {
  const { control } = context;
  return {
    async listWebhookStandings({ viewer }) {
      const [applications, pages] = await Promise.all([
        ownApplications(context, viewer),
        everyPage((query) => control.webhook.listStandings(query)),
      ]);
      const own = new Set(applications.map(({ application_id }) => application_id));
      const all = pages.flatMap(({ standings }) => standings);
      return { standings: all.filter(({ application_id }) => own.has(application_id)) };
    },
    async readWebhookHealth({ path: { application_id }, viewer }) {
      await ownApplication(context, viewer, application_id);
      return await unwrap(control.webhook.readHealth({ application_id }));
    },
    async redeliverFailed({ path: { application_id }, body: { run, ...filters }, viewer }) {
      await ownApplication(context, viewer, application_id);
      const body = { ...filters, operation_id: run };
      return await unwrap(control.webhook.redeliverFailed({ application_id, body }));
    },
    async readRedeliveries({ path: { application_id, run }, viewer }) {
      await ownApplication(context, viewer, application_id);
      return await unwrap(control.webhook.readRedeliveries({ application_id, redelivery_id: run }));
    },
  };
}
