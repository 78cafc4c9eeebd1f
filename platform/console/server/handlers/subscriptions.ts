import { action } from "../actions.js";
import type { Handlers } from "../api/operation.js";
import type { Schemas } from "../api/schemas.js";
import type { ConsoleContext } from "../context.js";
import { unwrap } from "../create-control.js";

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
      unwrap(people.readOrganization({ organization_id })),
      unwrap(commerce.listCatalog(whole)),
      unwrap(commerce.readLifecycle()),
      unwrap(commerce.listSubscriptionEvents({ subscription_id, limit: mostEvents })),
    ]);
    const deliveriesByEvent = await deliveriesOfEvents(
      context,
      application_id,
      events.map(({ event_id }) => event_id),
    );
    return {
      subscription,
      organization,
      product: products.find((product) => product.product_code === product_code) ?? null,
      lifecycle,
      moves: subscriptionMoves(subscription, lifecycle),
      events: events.map((event) => ({ ...event, delivery: deliveriesByEvent.get(event.event_id) ?? null })),
    };
  };
  return {
    async listSubscriptions({ query }) {
      const [page, { products }] = await Promise.all([
        unwrap(commerce.listSubscriptions(query)),
        unwrap(commerce.listCatalog(whole)),
      ]);
      return { ...page, catalog: products };
    },
    readSubscription: async ({ path }) => view(await unwrap(commerce.readSubscription(path))),
    moveSubscription: async ({ path, body }) =>
      view(await unwrap(commerce.moveSubscription({ ...path, body }))),
    triggerEvent: ({ body }) => unwrap(commerce.triggerEvent({ body })),
  };
}

/** Every command and payment, offered or not in the present status. */
function subscriptionMoves(
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

type Delivery = Schemas["SandboxDelivery"];

/** The latest rows of the log that are read at once. */
const page = 1000;

/**
 * The delivery of each of an application's events, by event id: from one page of the log, in place of a request for each event. If
 * there is more of the log, what the page lacks is asked for by its id.
 */
async function deliveriesOfEvents(
  { control }: Pick<ConsoleContext, "control">,
  application_id: string,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, Delivery>> {
  const { deliveries, next } = await unwrap(
    control.deliveries.list({ application_id, kind: "event", limit: page }),
  );
  const found = new Map<string, Delivery>();
  // The latest first: a delivery that replaced another one is the one that is shown.
  for (const delivery of deliveries)
    if (!found.has(delivery.event_id)) found.set(delivery.event_id, delivery);
  if (next === null) return found;
  const older = eventIds.filter((id) => !found.has(id));
  await Promise.all(
    older.map(async (event_id) => {
      const one = await unwrap(
        control.deliveries.list({ application_id, event_id, kind: "event", limit: 1 }),
      );
      const [delivery] = one.deliveries;
      if (delivery !== undefined) found.set(event_id, delivery);
    }),
  );
  return found;
}
