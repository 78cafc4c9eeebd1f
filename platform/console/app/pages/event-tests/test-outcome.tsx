import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, CircleDashed, CircleMinus, Send } from "lucide-react";
import type { ReactNode } from "react";
import { LinkButton } from "../../parts/button.js";
import { Copyable } from "../../parts/copy.js";
import { Facts } from "../../parts/panel.js";
import { useScope } from "../../routes/scope-context.js";
import { useTexts } from "../../texts/texts.js";
import { answerText } from "./answer-text.js";
import { correlationQuery, testResultQuery } from "./event-tests-query.js";
import { texts } from "./texts.js";

const icons = {
  waiting: CircleDashed,
  confirmed: CircleCheck,
  failed: CircleAlert,
  cancelled: CircleMinus,
} as const;

/** A test that was queued, which says little, and then what the delivery log says of it. */
export function TestOutcome({
  application,
  sent: { delivery_id, event_id },
}: {
  readonly application: string;
  readonly sent: { readonly delivery_id: string; readonly event_id: string };
}) {
  const t = useTexts(texts);
  const { params } = useScope();
  const { data } = useQuery(testResultQuery(application, delivery_id));
  const result = data?.result ?? "waiting";
  const { data: correlation } = useQuery({
    ...correlationQuery(application, delivery_id),
    enabled: result !== "waiting",
  });
  const help =
    result === "waiting"
      ? t("step.waitingHelp")
      : result === "cancelled"
        ? t("step.cancelledHelp")
        : answerText({ status: data?.status ?? null, error: data?.error ?? null }, t);
  return (
    <div className="tests-outcome" role="status">
      <ol>
        <Step icon={<Send size={16} aria-hidden />} state="queued" title={t("step.queued")}>
          {t("step.queuedHelp")}
        </Step>
        <Step icon={<ResultIcon result={result} />} state={result} title={t(`step.${result}`)}>
          {help}
        </Step>
      </ol>
      <Facts
        items={[
          [t("id.delivery"), <Copyable key="d" text={delivery_id} name={t("id.delivery")} />],
          [t("id.event"), <Copyable key="e" text={event_id} name={t("id.event")} />],
          ...(correlation == null
            ? []
            : [
                [
                  t("id.correlation"),
                  <Copyable key="c" text={correlation} name={t("id.correlation")} />,
                ] as const,
              ]),
        ]}
      />
      <div>
        <LinkButton
          size="small"
          to="/$organization/$environment/applications/$application/deliveries/$delivery"
          params={{ ...params, application, delivery: delivery_id }}
        >
          {t("step.log")}
        </LinkButton>
      </div>
    </div>
  );
}

function ResultIcon({ result }: { readonly result: keyof typeof icons }) {
  const Icon = icons[result];
  return <Icon size={16} aria-hidden />;
}

function Step({
  icon,
  state,
  title,
  children,
}: {
  readonly icon: ReactNode;
  readonly state: string;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <li className={state}>
      {icon}
      <div>
        <p className="strong">{title}</p>
        <p className="small">{children}</p>
      </div>
    </li>
  );
}
