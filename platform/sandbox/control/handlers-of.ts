import { applicationHandlers } from "./handlers/applications.js";
import { clockHandlers } from "./handlers/clock.js";
import { commerceHandlers } from "./handlers/commerce.js";
import { credentialHandlers } from "./handlers/credentials.js";
import { deliveryHandlers } from "./handlers/deliveries.js";
import { eventTypeHandlers } from "./handlers/event-types.js";
import { factHandlers } from "./handlers/facts.js";
import { lifecycleHandlers } from "./handlers/lifecycle.js";
import { logHandlers } from "./handlers/logs.js";
import { peopleHandlers } from "./handlers/people.js";
import { permissionHandlers } from "./handlers/permissions.js";
import { requestHandlers } from "./handlers/requests.js";
import { signatureHandlers } from "./handlers/signatures.js";
import { stateHandlers } from "./handlers/state.js";
import { supportHandlers } from "./handlers/support.js";
import { tormentHandlers } from "./handlers/torment.js";
import { triggerHandlers } from "./handlers/trigger.js";
import { webhookHandlers } from "./handlers/webhook.js";
import { webhookTestHandlers } from "./handlers/webhook-tests.js";
import type { Handlers } from "./operation.js";
import type { SandboxParts } from "./parts.js";

/** A handler for each operation of the contract. */
export function handlersOf(parts: SandboxParts): Handlers {
  return {
    ...stateHandlers(parts),
    ...logHandlers(parts),
    ...clockHandlers(parts),
    ...applicationHandlers(parts),
    ...permissionHandlers(parts),
    ...peopleHandlers(parts),
    ...factHandlers(parts),
    ...commerceHandlers(parts),
    ...eventTypeHandlers(parts),
    ...lifecycleHandlers(parts),
    ...triggerHandlers(parts),
    ...tormentHandlers(parts),
    ...webhookHandlers(parts),
    ...credentialHandlers(parts),
    ...webhookTestHandlers(parts),
    ...deliveryHandlers(parts),
    ...signatureHandlers(parts),
    ...requestHandlers(parts),
    ...supportHandlers(parts),
  };
}
