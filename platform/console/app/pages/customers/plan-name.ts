import type { CatalogProduct, Subscription } from "./customer-types.js";

type Localize = (text: { readonly en: string; readonly zh: string }) => string;

/** The name of a subscription's product, or its code. */
export function productName(
  { product_code }: Pick<Subscription, "product_code">,
  catalog: readonly CatalogProduct[],
  localize: Localize,
): string {
  const product = catalog.find((one) => one.product_code === product_code);
  return product === undefined ? product_code : localize(product.name);
}

/** The name of a subscription's plan, or its code. */
export function planName(
  { product_code, plan_code }: Pick<Subscription, "product_code" | "plan_code">,
  catalog: readonly CatalogProduct[],
  localize: Localize,
): string {
  const plans = catalog.find((one) => one.product_code === product_code)?.plans ?? [];
  const plan = plans.find((one) => one.plan_code === plan_code);
  return plan === undefined ? plan_code : localize(plan.name);
}
