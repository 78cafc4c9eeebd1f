import { useState } from "react";
import type { components } from "../../../generated/console/types.js";
import { Select, TextField } from "../../parts/fields.js";
import type { Submit } from "../../submit/use-submit.js";
import { useLocalized } from "../../texts/language.js";
import { useTexts } from "../../texts/texts.js";
import { planChoices } from "./checkout/plan-choices.js";
import type { SubscriptionView } from "./customer-types.js";
import { FormDialog } from "./form-dialog.js";
import { texts } from "./texts.js";
import { useNames } from "./use-names.js";

type Move = components["schemas"]["SandboxSubscriptionMove"];

/** Whether a move takes a plan or dates. */
export function needsDialog(move: string): boolean {
  return takesPlan(move) || move === "pause";
}

function takesPlan(move: string): boolean {
  return move.startsWith("change_plan");
}

/** Asks for the plan or the dates of a move. */
export function MoveDialog({
  name,
  view: { subscription, product },
  of,
  onSubmit,
  onClose,
}: {
  readonly name: string;
  readonly view: SubscriptionView;
  readonly of: Submit<Move>;
  readonly onSubmit: (move: Move) => void;
  readonly onClose: () => void;
}) {
  const t = useTexts(texts);
  const names = useNames();
  const localized = useLocalized();
  const plans = planChoices(product, { localized, t }).filter(({ id }) => id !== subscription.plan_code);
  const [plan, setPlan] = useState(plans[0]?.id ?? null);
  const [dates, setDates] = useState({ starts_at: "", ends_at: "" });
  const isPlan = takesPlan(name);
  const submit = (): void => {
    if (isPlan) {
      onSubmit({ move: name, plan_code: plan ?? "" });
      return;
    }
    const given = Object.entries(dates).filter(([, at]) => at !== "");
    const named = Object.fromEntries(given.map(([date, at]) => [date, new Date(`${at}Z`).toISOString()]));
    onSubmit({ move: name, ...(given.length > 0 && { dates: named }) });
  };
  return (
    <FormDialog
      title={names.move(name)}
      isOpen
      onClose={onClose}
      of={of}
      onSubmit={submit}
      label={names.move(name)}
      isReady={!isPlan || plan !== null}
    >
      {isPlan ? (
        <Select
          label={t("choosePlan")}
          choices={plans}
          value={plan}
          onChange={setPlan}
          isDisabled={of.isLocked}
        />
      ) : (
        <>
          <TextField
            optional
            type="datetime-local"
            label={t("startsAt")}
            value={dates.starts_at}
            isDisabled={of.isLocked}
            onChange={(starts_at) => setDates({ ...dates, starts_at })}
          />
          <TextField
            optional
            type="datetime-local"
            label={t("endsAt")}
            help={t("datesHelp")}
            value={dates.ends_at}
            isDisabled={of.isLocked}
            onChange={(ends_at) => setDates({ ...dates, ends_at })}
          />
        </>
      )}
    </FormDialog>
  );
}
