import type { Choice } from "../../../parts/fields.js";
import type { useLocalized } from "../../../texts/language.js";
import type { useTexts } from "../../../texts/texts.js";
import type { CatalogProduct } from "../customer-types.js";
import type { texts } from "../texts.js";

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
