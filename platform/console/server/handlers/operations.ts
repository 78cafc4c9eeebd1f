import { ownApplication } from "../access/own-application.js";
import type { Handlers } from "../api/operation.js";
import type { ConsoleContext } from "../context.js";
import { from } from "../control/create-control.js";
import { webhookView } from "../shown/webhook.js";

/** Operations whose results are recovered (§5.6, §6.9, §7.3), and the contract's texts. */
export function operationHandlers(context: ConsoleContext): Handlers<"recoverOperation" | "listEventTypes"> {
  const { control, commands } = context;
  return {
    listEventTypes: () => from(control.webhook.listEventTypes()),
    async recoverOperation({ path: { operation_id }, query: { application_id }, viewer }) {
      const known = commands.outcomeOf(viewer.person.person_id, operation_id);
      const nothing = { operation_id, result: null, refusal: null, secret_withheld: false };
      const operation = known?.operation ?? null;
      switch (known?.outcome.state) {
        case "running":
          return { ...nothing, operation, state: "running" };
        case "refused":
          return { ...nothing, operation, state: "refused", refusal: known.outcome.refusal.toAnswer() };
        case "succeeded": {
          const { result, secretWithheld: secret_withheld } = known.outcome;
          return { ...nothing, operation, state: "succeeded", result: { ...result }, secret_withheld };
        }
      }
      const uncertain = {
        ...nothing,
        operation,
        state: known === undefined ? "unknown" : "uncertain",
      } as const;
      if (application_id === undefined || (operation ?? "saveWebhook") !== "saveWebhook") return uncertain;
      // The engine itself remembers saves, over restarts, too.
      const application = await ownApplication(context, viewer, application_id);
      const { saved } = await from(control.webhook.recoverSave({ application_id, operation_id }));
      if (saved === null) return { ...nothing, operation, state: "unknown" };
      const result = { webhook: await webhookView(context, application), created: saved.created };
      return { ...nothing, operation: "saveWebhook", state: "succeeded", result };
    },
  };
}
