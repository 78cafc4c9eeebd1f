import { action } from "../actions.js";
import type { Handlers } from "../api/operation.js";
import type { Schemas } from "../api/schemas.js";
import type { ConsoleContext } from "../context.js";
import { from } from "../control/create-control.js";
import { deliveriesOfEvents } from "../shown/event-deliveries.js";

type Ids = "listSubscriptions" | "readSubscription" | "moveSubscription" | "triggerEvent";
type Subscription = Schemas["SandboxSubscription"];

const mostEvents = 100;
const whole = { limit: 1000 } as const;

/** The operations of subscriptions, of the sandbox only. */
export function subscriptionHandlers(context: ConsoleContext): Handlers<Ids> {
  const { commerce, people } = context.control;
  const view = async (subscription: Subscription): Promise<Schemas["SubscriptionView"]> => {
    const { subscription_id, organization_id, product_code, application_id } = subscription;
    const [{ organization }, { products }, lifecycle, { events }] = await Promise.all([
      from(people.readOrganization({ organization_id })),
      from(commerce.listCatalog(whole)),
      from(commerce.readLifecycle()),
      from(commerce.listSubscriptionEvents({ subscription_id, limit: mostEvents })),
    ]);
    const deliveryOf = await deliveriesOfEvents(
      context,
      application_id,
      events.map(({ event_id }) => event_id),
    );
    return {
      subscription,
      organization,
      product: products.find((product) => product.product_code === product_code) ?? null,
      lifecycle,
      moves: movesOf(subscription, lifecycle),
      events: events.map((event) => ({ ...event, delivery: deliveryOf.get(event.event_id) ?? null })),
    };
  };
  return {
    async listSubscriptions({ query }) {
      const [page, { products }] = await Promise.all([
        from(commerce.listSubscriptions(query)),
        from(commerce.listCatalog(whole)),
      ]);
      return { ...page, catalog: products };
    },
    readSubscription: async ({ path }) => view(await from(commerce.readSubscription(path))),
    moveSubscription: async ({ path, body }) =>
      view(await from(commerce.moveSubscription({ ...path, body }))),
    triggerEvent: ({ body }) => from(commerce.triggerEvent({ body })),
  };
}

/** Every command and payment, offered or not in the present status. */
function movesOf(
  { moves: possible, status }: Subscription,
  { moves }: Schemas["SandboxLifecycle"],
): Schemas["Action"][] {
  const names = moves
    .filter(({ trigger }) => trigger === "command" || trigger === "payment")
    .map(({ move }) => move);
  const internal = new Set(["upgraded"]);
  const all = new Set([...names.filter((name) => !internal.has(name)), ...possible]);
  return [...all].map((name) =>
    action(
      name,
      !possible.includes(name) && {
        reason: "not-in-this-status",
        remedy: `The lifecycle of this sandbox has no such move from ${status} now.`,
      },
    ),
  );
}
