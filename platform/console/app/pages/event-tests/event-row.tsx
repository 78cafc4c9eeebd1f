import { Send } from "lucide-react";
import { ContractText } from "../../code/contract-text.js";
import { Button } from "../../parts/button.js";
import { Notice } from "../../parts/notice.js";
import { SubmitStatus } from "../../submit/submit-state.js";
import type { Submit } from "../../submit/use-submit.js";
import { useLanguage } from "../../texts/language.js";
import { useTexts } from "../../texts/texts.js";
import type { Testable, TestDelivery } from "./event-tests-query.js";
import { LastResult } from "./last-result.js";
import { TestOutcome } from "./test-outcome.js";
import { texts } from "./texts.js";
import { useProblemText } from "./use-problem-text.js";
import type { SentTest, TestOrder } from "./use-send-test.js";

/** A type with the button that tests it, and what became of the test. */
export function EventRow({
  application,
  type: { event_type, title, description, ready },
  last,
  sent,
  submit,
  isCurrent,
  onSend,
}: {
  readonly application: string;
  readonly type: Testable;
  readonly last: TestDelivery | undefined;
  readonly sent: SentTest | undefined;
  readonly submit: Submit<TestOrder>;
  readonly isCurrent: boolean;
  readonly onSend: () => void;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  const textOf = useProblemText();
  const isQueued = sent?.kind === "queued";
  const name = title[language] ?? title.en;
  return (
    <li>
      <div className="event">
        <div className="about">
          <h3>{name}</h3>
          <code className="break">{event_type}</code>
          <p className="small muted">
            <ContractText text={description[language] ?? description.en} />
          </p>
        </div>
        <div className="row act">
          {last !== undefined && sent === undefined && <LastResult test={last} />}
          <Button
            size="small"
            aria-label={isQueued ? t("events.againOf", { type: name }) : t("events.sendOf", { type: name })}
            isPending={submit.isBusy && isCurrent}
            isDisabled={!ready || submit.isLocked}
            onPress={onSend}
          >
            <Send size={14} aria-hidden />
            {isQueued ? t("events.again") : t("events.send")}
          </Button>
        </div>
      </div>
      {isCurrent && <SubmitStatus of={submit} />}
      {sent?.kind === "queued" && (
        <TestOutcome key={sent.delivery_id} application={application} sent={sent} />
      )}
      {sent?.kind === "blocked" && (
        <Notice tone="warn" live title={t("events.blocked")}>
          <ul>
            {sent.problems.map((problem) => (
              <li key={problem.code}>{textOf(problem)}</li>
            ))}
          </ul>
        </Notice>
      )}
    </li>
  );
}
