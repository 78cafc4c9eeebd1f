import type { Handlers, OperationId } from "./api/operation.js";
import type { ConsoleContext } from "./context.js";
import { applicationHandlers } from "./handlers/applications.js";
import { clockHandlers } from "./handlers/clock.js";
import { customerHandlers } from "./handlers/customers.js";
import { deliveryHandlers } from "./handlers/deliveries.js";
import { operationHandlers } from "./handlers/operations.js";
import { productHandlers } from "./handlers/products.js";
import { requestHandlers } from "./handlers/requests.js";
import { subscriptionHandlers } from "./handlers/subscriptions.js";
import { testHandlers } from "./handlers/tests.js";
import { webhookHandlers } from "./handlers/webhook.js";
import { liveHandlers } from "./live/live-handlers.js";

/** A handler for each operation of somebody who is signed in; those of the session itself are answered before. */
export function handlersOf(
  context: ConsoleContext,
): Handlers<Exclude<OperationId, "readSession" | "signOut">> {
  return {
    ...operationHandlers(context),
    ...liveHandlers(context),
    ...applicationHandlers(context),
    ...productHandlers(context),
    ...webhookHandlers(context),
    ...testHandlers(context),
    ...deliveryHandlers(context),
    ...requestHandlers(context),
    ...customerHandlers(context),
    ...subscriptionHandlers(context),
    ...clockHandlers(context),
  };
}
