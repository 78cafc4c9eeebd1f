import { ownApplication } from "../access/own-application.js";
import type { Viewer } from "../access/viewer.js";
import type { Handlers } from "../api/operation.js";
import { ConsoleRefusal } from "../console-refusal.js";
import type { ConsoleContext } from "../context.js";
import { from } from "../control/create-control.js";
import { webhookView } from "../shown/webhook.js";

type Ids =
  | "readWebhook"
  | "saveWebhook"
  | "testConnection"
  | "pauseWebhook"
  | "resumeWebhook"
  | "revokeWebhook"
  | "createCredentials"
  | "revealSigningSecret"
  | "rotateCredential";

/** The operations of an application's endpoint and its credentials. */
export function webhookHandlers(context: ConsoleContext): Handlers<Ids> {
  const { control } = context;
  const view = async (viewer: Viewer, id: string) =>
    webhookView(context, await ownApplication(context, viewer, id));
  const after = async (viewer: Viewer, id: string, work: () => Promise<unknown>) => {
    const application = await ownApplication(context, viewer, id);
    await work();
    return webhookView(context, application);
  };
  return {
    readWebhook: ({ path, viewer }) => view(viewer, path.application_id),
    async saveWebhook({ path: { application_id }, body, operationId, viewer }) {
      const application = await ownApplication(context, viewer, application_id);
      const save = { ...body, operation_id: operationId };
      const { created } = await from(control.webhook.save({ application_id, body: save }));
      return { webhook: await webhookView(context, application), created };
    },
    async testConnection({ path: { application_id }, body, viewer }) {
      await ownApplication(context, viewer, application_id);
      return await from(control.webhook.testConnection({ application_id, body }));
    },
    pauseWebhook: ({ path: { application_id }, body, viewer }) =>
      after(viewer, application_id, () => from(control.webhook.pause({ application_id, body }))),
    resumeWebhook: ({ path: { application_id }, viewer }) =>
      after(viewer, application_id, () => from(control.webhook.resume({ application_id }))),
    revokeWebhook: ({ path: { application_id }, body: { revision }, viewer }) =>
      after(viewer, application_id, async () => {
        const present = await from(control.webhook.read({ application_id }));
        if (present.revision !== revision) throw changed(present.revision, revision);
        await from(control.webhook.revoke({ application_id }));
      }),
    async createCredentials({ path: { application_id }, viewer }) {
      await ownApplication(context, viewer, application_id);
      return await from(control.webhook.createCredentials({ application_id }));
    },
    async revealSigningSecret({ path: { application_id }, viewer }) {
      await ownApplication(context, viewer, application_id);
      return await from(control.webhook.revealSigningSecret({ application_id }));
    },
    async rotateCredential({ path: { application_id, kind }, operationId, viewer }) {
      await ownApplication(context, viewer, application_id);
      const body = { operation_id: operationId };
      return await from(control.webhook.rotateCredential({ application_id, kind, body }));
    },
  };
}

const changed = (present: number, seen: number): ConsoleRefusal =>
  new ConsoleRefusal(
    { status: 409, code: "revision-conflict" },
    `The endpoint has revision ${present} now, not ${seen}.`,
    { remedy: "Read the current state, then confirm again.", clause: "§7.3" },
  );
