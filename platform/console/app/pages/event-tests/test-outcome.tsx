import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, CircleDashed, CircleMinus, Send } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "../../parts/badge.js";
import { LinkButton } from "../../parts/button.js";
import { Copyable } from "../../parts/copy.js";
import { Facts } from "../../parts/panel.js";
import { useScope } from "../../scope.js";
import { useTexts } from "../../texts/texts.js";
import { correlationQuery, type TestDelivery, testResultQuery } from "./event-tests-query.js";
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
  function helpText(): string {
    if (result === "waiting") return t("step.waitingHelp");
    if (result === "cancelled") return t("step.cancelledHelp");
    return answerText({ status: data?.status ?? null, error: data?.error ?? null }, t);
  }
  return (
    <div className="tests-outcome" role="status">
      <ol>
        <Step icon={<Send size={16} aria-hidden />} state="queued" title={t("step.queued")}>
          {t("step.queuedHelp")}
        </Step>
        <Step icon={<ResultIcon result={result} />} state={result} title={t(`step.${result}`)}>
          {helpText()}
        </Step>
      </ol>
      <Facts
        items={[
          [t("id.delivery"), <Copyable key="d" text={delivery_id} name={t("id.delivery")} />],
          [t("id.event"), <Copyable key="e" text={event_id} name={t("id.event")} />],
          correlation != null && [
            t("id.correlation"),
            <Copyable key="c" text={correlation} name={t("id.correlation")} />,
          ],
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

/** How a test ended, in a few words. */
export function LastResult({ test: { state, status } }: { readonly test: TestDelivery }) {
  const t = useTexts(texts);
  if (state === "pending" || state === "sending") return <Badge tone="info">{t("last.waiting")}</Badge>;
  if (state === "cancelled") return <Badge>{t("last.cancelled")}</Badge>;
  if (status === null) return <Badge tone="bad">{t("last.unanswered")}</Badge>;
  if (state === "delivered") return <Badge tone="good">{t("last.confirmed", { status })}</Badge>;
  return <Badge tone="bad">{t("last.failed", { status })}</Badge>;
}

/** What an answer to a test says about the receiver, and what to check. */
function answerText(
  { status, error }: { readonly status: number | null; readonly error: string | null },
  t: ReturnType<typeof useTexts<(typeof texts)["en"]>>,
): string {
  if (status === null) {
    if (error === "type-not-granted") return t("answer.ungranted");
    if (error === "timed-out") return t("answer.late");
    return t("answer.none");
  }
  return t(`answer.${answerKind(status)}`, { status });
}

function answerKind(status: number) {
  if (status >= 200 && status < 300) return "accepted";
  if (status === 401 || status === 403) return "unauthenticated";
  if (status === 422) return "unprocessable";
  if (status >= 500) return "server";
  if (status >= 300 && status < 400) return "redirect";
  if (status === 404 || status === 405 || status === 410) return "absent";
  return "other";
}
