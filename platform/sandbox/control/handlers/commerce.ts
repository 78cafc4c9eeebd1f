import { found } from "../../platform/access/found.js";
import { memberAccessId } from "../../platform/record-ids.js";
import { moveSubscription } from "../commands/move.js";
import type { Handlers } from "../operation.js";
import { limitOf, pageOf, recordsPage } from "../page.js";
import type { SandboxParts } from "../parts.js";
import { catalogProductOf, checkoutOf, memberAccessOf, subscriptionOf } from "../shown/commerce.js";

type Ids =
  | "setMemberAccess"
  | "listCatalog"
  | "listCheckouts"
  | "startCheckout"
  | "completeCheckout"
  | "listSubscriptions"
  | "readSubscription"
  | "listSubscriptionEvents"
  | "moveSubscription";

/** The operations of what is bought. */
export function commerceHandlers(parts: Pick<SandboxParts, "world" | "commerce" | "emitted">): Handlers<Ids> {
  const { world, commerce, emitted } = parts;
  const { view } = world;
  const shown = (id: string) => subscriptionOf(parts, found(view, "subscription", id));
  return {
    async setMemberAccess({ body: { membership_id: membership, product_code: product, assigned, ...rest } }) {
      if (assigned) await world.run(commerce.assignMember, { membership, product, ...rest });
      else await world.run(commerce.unassignMember, { membership, product });
      return memberAccessOf(found(view, "memberAccess", memberAccessId(membership, product)));
    },
    listCatalog({ query }) {
      const { entries, next } = recordsPage(view, "catalogProduct", query);
      return { products: entries.map(catalogProductOf), next };
    },
    listCheckouts({ query }) {
      const { entries, next } = recordsPage(view, "checkoutSession", query);
      return { checkouts: entries.map((each) => checkoutOf(view, each)), next };
    },
    async startCheckout({ body }) {
      const { application_id: application, organization_id: organization, upgrade_from: upgradeFrom } = body;
      const { product_code: product, plan_code: plan } = body;
      const upgrade = upgradeFrom !== undefined && { upgradeFrom };
      const asked = { application, organization, product, plan, ...upgrade };
      return checkoutOf(view, (await world.run(commerce.startCheckout, asked)).session);
    },
    async completeCheckout({ path: { checkout_id: session }, body: { payment } }) {
      await world.run(commerce.completeCheckout, { session, ...(payment !== undefined && { payment }) });
      return checkoutOf(view, found(view, "checkoutSession", session));
    },
    listSubscriptions({ query }) {
      const { application_id: application, organization_id: organization } = query;
      const where = {
        ...(application !== undefined && { application }),
        ...(organization !== undefined && { organization }),
      };
      const { entries, next } = pageOf(view.list("subscription", where), query, ({ id }) => id);
      return { subscriptions: entries.map((each) => subscriptionOf(parts, each)), next };
    },
    readSubscription: ({ path }) => shown(path.subscription_id),
    listSubscriptionEvents({ path: { subscription_id: id }, query }) {
      found(view, "subscription", id);
      return { events: [...emitted.of(id, limitOf(query))] };
    },
    async moveSubscription({ path: { subscription_id: subscription }, body }) {
      await world.run(moveSubscription(commerce), { subscription, ...body });
      return shown(subscription);
    },
  };
}
