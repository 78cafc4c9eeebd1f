import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { moveSubscription } from "../../../generated/console/client.js";
import type { components } from "../../../generated/console/types.js";
import { call, client } from "../../api/client.js";
import { sandboxKey } from "../../api/keys.js";
import { Button } from "../../parts/button.js";
import { Disclosure } from "../../parts/disclosure.js";
import { Select } from "../../parts/fields.js";
import { Panel } from "../../parts/panel.js";
import { toast } from "../../parts/toast.js";
import { SubmitStatus } from "../../submit/submit-state.js";
import { useSubmit } from "../../submit/use-submit.js";
import { useTexts } from "../../texts/texts.js";
import type { SubscriptionView } from "./customer-types.js";
import { MoveDialog, needsDialog } from "./move-dialog.js";
import { texts } from "./texts.js";
import { useNames } from "./use-names.js";

type Move = components["schemas"]["SandboxSubscriptionMove"];

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
    send: (body: Move, operationId) => call(moveSubscription(client, { subscription_id, operationId, body })),
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
