import { Refusal, type View } from "../draft.js";
import type { Plan } from "../records/products.js";
import type { Records } from "../records/records.js";

const names = {
  application: "application",
  organization: "organization",
  subscription: "subscription",
  operation: "operation",
  checkoutSession: "checkout",
} as const;

/** A record that must exist. Refuses with `<kind>-unknown`. */
export function existing<K extends keyof typeof names>(view: View, kind: K, id: string): Records[K] {
  const record = view.get(kind, id);
  if (record) return record;
  throw new Refusal("missing", `${names[kind]}-unknown`, { message: `There is no ${names[kind]} "${id}".` });
}

/** A plan of a product in a version, or in its newest one. Refuses with `product-unknown` or `plan-unknown`. */
export function requirePlan(
  view: View,
  product: string,
  { plan, version }: { readonly plan: string; readonly version?: number | undefined },
): Plan {
  const known = view.get("catalogProduct", product);
  if (!known)
    throw new Refusal("missing", "product-unknown", { message: `There is no product "${product}".` });
  const found = known.plans
    .filter(({ code, version: own }) => code === plan && (version === undefined || own === version))
    .reduce<Plan | undefined>((best, each) => (best && best.version > each.version ? best : each), undefined);
  if (found) return found;
  const codes = [...new Set(known.plans.map(({ code }) => code))].join(", ");
  const wanted = version === undefined ? `"${plan}"` : `"${plan}" in version ${version}`;
  throw new Refusal("missing", "plan-unknown", {
    message: `The product "${product}" has no plan ${wanted}. Its plans: ${codes}.`,
  });
}
