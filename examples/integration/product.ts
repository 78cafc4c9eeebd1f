/* The product's server side: the receiver with its projection, and what the product does as its own identity. */
import { type AccessGuard, createAccessGuard } from "@oipkit/runtime/access";
import { clientCredentials } from "@oipkit/runtime/oauth";
import { createMemoryInbox, createMemoryNonces, type Receiver } from "@oipkit/runtime/webhook";
import { createReceiver } from "@oipkit/sdk/events/receiver.js";
import { type AccessCollections, type AccessEvent, createQuery } from "@oipkit/sdk/platform/access.js";
import { createClient } from "@oipkit/sdk/platform/client.js";
import { apply, nothing, type Projection } from "./projection.js";
import type { IntegrationSettings } from "./settings.js";

/** The product. */
export interface Product {
  readonly receiver: Receiver;
  readonly projection: () => Projection;
  readonly guard: AccessGuard<AccessEvent, AccessCollections>;
  /** Buys a plan for an organization, and resolves with the id of the operation; this proves no payment (§2.3). */
  readonly buy: (purchase: Purchase) => Promise<string>;
  /** Reads the present record of a subscription, for example when versions are missing (§6.4). */
  readonly readSubscription: (id: string) => Promise<unknown>;
}

/** What is bought for whom. */
export interface Purchase {
  readonly organization: string;
  readonly product: string;
  readonly plan: string;
}

/** Creates the product. In production, its inbox, nonces and projection are in a database. */
export function createProduct(settings: IntegrationSettings): Product {
  const { environment, issuer, apiBase: baseUrl, clientId, clientSecret } = settings;
  const { checkout, subscriptions, client } = createClient({
    environment,
    issuer,
    baseUrl,
    credentials: clientCredentials({ clientId, clientSecret }),
  });
  // The snapshot is asked for with the application identity (§4.3).
  const guard = createAccessGuard({ query: createQuery(client, { timeoutMs: 10_000 }) });
  let projection = nothing;
  const receiver = createReceiver({
    application: { id: settings.application, environment },
    secrets: [...settings.signingSecrets] as [string, ...string[]],
    verificationToken: settings.verificationToken,
    inbox: createMemoryInbox(),
    nonces: createMemoryNonces(),
    handlers: {
      // The event says only that what is known of a member is out of date; the platform is asked what holds now.
      "oem.access_context.changed.v1": async (event) => void (await guard.onEvent(event)),
    },
    fallback: (event) => {
      projection = apply(projection, event);
    },
  });
  return {
    receiver,
    projection: () => projection,
    guard,
    async buy({ organization, product, plan }) {
      const body = { organization_id: organization, product_code: product, plan_code: plan };
      const session: unknown = await checkout.createSession({ body }).unwrap();
      return textIn(session, "operation_id");
    },
    readSubscription: (id) => subscriptions.get({ id }).unwrap(),
  };
}

/** The contract doesn't show the answer's form, so the product checks what it uses. */
function textIn(value: unknown, name: string): string {
  const found = (value as Readonly<Record<string, unknown>> | null)?.[name];
  if (typeof found !== "string") throw new Error(`the answer has no ${name}`);
  return found;
}
