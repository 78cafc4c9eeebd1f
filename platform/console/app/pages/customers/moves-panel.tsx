import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { moveSubscription } from "../../../generated/console/client.js";
import type { components } from "../../../generated/console/types.js";
import { call, client, sandboxKey } from "../../client.js";
import { Button } from "../../parts/button.js";
import { Disclosure } from "../../parts/disclosure.js";
import { Select, TextField } from "../../parts/fields.js";
import { Panel } from "../../parts/panel.js";
import { toast } from "../../parts/toast.js";
import { type Submit, SubmitStatus, useSubmit } from "../../submit.js";
import { useLocalized, useTexts } from "../../texts/texts.js";
import type { SubscriptionView } from "./customer-queries.js";
import { FormDialog } from "./form-dialog.js";
import { planChoices, useNames } from "./names.js";
import { texts } from "./texts.js";

type MoveRequest = components["schemas"]["SandboxSubscriptionMove"];

const dangerous = new Set(["terminate", "cancel_now", "suspend"]);

/** A button for each move that is possible now, and why the others aren't. */
export function MovesPanel({ view }: { readonly view: SubscriptionView }) {
  const t = useTexts(texts);
  const names = useNames();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<string>();
  const { subscription, moves, lifecycle } = view;
  const { subscription_id, status, payment } = subscription;
  const key = sandboxKey("subscription", subscription_id);
  const move = useSubmit({
    application: subscription.application_id,
    keepAs: `move:${subscription_id}`,
    send: (body: MoveRequest, operationId) =>
      call(moveSubscription(client, { subscription_id, operationId, body })),
    onDone: async (result, body) => {
      setAsked(undefined);
      queryClient.setQueryData(key, result);
      if (body.move !== undefined)
        toast({ tone: "good", title: t("moved", { move: names.move(body.move) }) });
    },
    onRecovered: async () => {
      setAsked(undefined);
      toast({ tone: "good", title: t("recovered") });
      await queryClient.invalidateQueries({ queryKey: key });
    },
  });
  const offered = moves.filter((action) => action.offered);
  const others = moves.filter((action) => !action.offered);
  const hasEnded = lifecycle.statuses.find((one) => one.status === status)?.ended === true;
  return (
    <Panel title={t("moves")} lead={t("movesLead")}>
      <div className="stack">
        {offered.length === 0 && hasEnded && <p className="muted">{t("noMoves")}</p>}
        <div className="row">
          {offered.map(({ action }) => (
            <Button
              key={action}
              kind={dangerous.has(action) ? "danger" : "default"}
              isDisabled={move.isLocked}
              onPress={() => (needsDialog(action) ? setAsked(action) : void move.submit({ move: action }))}
            >
              {names.move(action)}
            </Button>
          ))}
        </div>
        {asked === undefined && <SubmitStatus of={move} />}
        <div className="customers-payment">
          <Select
            label={t("nextPayments")}
            choices={[
              { id: "succeeds", label: t("paymentSucceeds") },
              { id: "fails", label: t("paymentFails") },
            ]}
            value={payment}
            isDisabled={move.isLocked}
            onChange={(next) => next !== payment && void move.submit({ payment: next })}
          />
        </div>
        {others.length > 0 && (
          <Disclosure title={`${t("notNow")} (${others.length})`}>
            <ul className="customers-others">
              {others.map(({ action, remedy }) => (
                <li key={action}>
                  <span className="strong">{names.move(action)}</span>
                  <span className="small muted">
                    {remedy ?? t("notNowReason", { status: names.status(status) })}
                  </span>
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
        {asked !== undefined && (
          <MoveDialog
            name={asked}
            view={view}
            of={move}
            onSubmit={(body) => void move.submit(body)}
            onClose={() => setAsked(undefined)}
          />
        )}
      </div>
    </Panel>
  );
}

/** Whether a move takes a plan or dates. */
function needsDialog(move: string): boolean {
  return takesPlan(move) || move === "pause";
}

function takesPlan(move: string): boolean {
  return move.startsWith("change_plan");
}

/** Asks for the plan or the dates of a move. */
function MoveDialog({
  name,
  view: { subscription, product },
  of,
  onSubmit,
  onClose,
}: {
  readonly name: string;
  readonly view: SubscriptionView;
  readonly of: Submit<MoveRequest>;
  readonly onSubmit: (move: MoveRequest) => void;
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
