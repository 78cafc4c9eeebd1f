import type { View } from "../draft.js";
import type { Plan } from "../records/products.js";
import { Refusal } from "../refusal.js";

/** A plan of a product in a version, or in its newest one. Refuses with `product-unknown` or `plan-unknown`. */
export function planOf(
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
  throw new Refusal("missing", "plan-unknown", {
    message: `The product "${product}" has no plan "${plan}"${version === undefined ? "" : ` in version ${version}`}. Its plans: ${codes}.`,
  });
}
