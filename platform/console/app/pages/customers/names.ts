import { useMemo } from "react";
import type { Choice } from "../../parts/fields.js";
import { type useLocalized, useTexts } from "../../texts/texts.js";
import type { CatalogProduct, Subscription } from "./customer-queries.js";
import { nameTexts } from "./name-texts.js";
import type { texts } from "./texts.js";

type Statuses = (typeof nameTexts)["en"]["statuses"];
type Moves = (typeof nameTexts)["en"]["moves"];

/** Names in the page's language. */
interface Names {
  readonly status: (status: string) => string;
  /** Of a move or a timer. */
  readonly move: (move: string) => string;
}

/** Returns what statuses, moves and timers are called; unknown ones are written out. */
export function useNames(): Names {
  const t = useTexts(nameTexts);
  return useMemo(
    () => ({
      status: (status) => {
        if (Object.hasOwn(nameTexts.en.statuses, status)) return t(`statuses.${status as keyof Statuses}`);
        return written(status);
      },
      move: (move) =>
        Object.hasOwn(nameTexts.en.moves, move) ? t(`moves.${move as keyof Moves}`) : written(move),
    }),
    [t],
  );
}

function written(name: string): string {
  const text = name.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type Localize = (text: { readonly en: string; readonly zh: string }) => string;

/** The name of a subscription's product, or its code. */
export function productName(
  { product_code }: Pick<Subscription, "product_code">,
  catalog: readonly CatalogProduct[],
  localize: Localize,
): string {
  const product = catalog.find((one) => one.product_code === product_code);
  if (product === undefined) return product_code;
  return localize(product.name);
}

/** The name of a subscription's plan, or its code. */
export function planName(
  { product_code, plan_code }: Pick<Subscription, "product_code" | "plan_code">,
  catalog: readonly CatalogProduct[],
  localize: Localize,
): string {
  const plans = catalog.find((one) => one.product_code === product_code)?.plans ?? [];
  const plan = plans.find((one) => one.plan_code === plan_code);
  if (plan === undefined) return plan_code;
  return localize(plan.name);
}

/** Plans of a product to choose from, with how they are billed. */
export function planChoices(
  product: CatalogProduct | undefined | null,
  {
    localized,
    t,
  }: {
    readonly localized: ReturnType<typeof useLocalized>;
    readonly t: ReturnType<typeof useTexts<(typeof texts)["en"]>>;
  },
): readonly Choice<string>[] {
  return (product?.plans ?? []).map(({ plan_code, name, billing, trial_days }) => {
    const trial = trial_days === 0 ? "" : ` · ${t("checkout.trial", { days: String(trial_days) })}`;
    return { id: plan_code, label: localized(name), description: `${t(`checkout.${billing}`)}${trial}` };
  });
}
