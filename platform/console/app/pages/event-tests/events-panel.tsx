import { Send } from "lucide-react";
import { useState } from "react";
import { FilterField } from "../../list/filter-fields.js";
import { Button } from "../../parts/button.js";
import { ContractText } from "../../parts/code-block.js";
import { Notice } from "../../parts/notice.js";
import { Panel } from "../../parts/panel.js";
import { type Submit, SubmitStatus } from "../../submit.js";
import { useLanguage, useTexts } from "../../texts/texts.js";
import { EventShape } from "./event-shape.js";
import {
  type EventTests,
  type SentTest,
  type Testable,
  type TestDelivery,
  type TestOrder,
  useProblemText,
  useSendTest,
} from "./event-tests-query.js";
import { LastResult, TestOutcome } from "./test-outcome.js";
import { texts } from "./texts.js";

/** The types that tests support, each with its last result. */
export function EventsPanel({
  application,
  tests,
}: {
  readonly application: string;
  readonly tests: EventTests;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  const [query, setQuery] = useState("");
  const test = useSendTest(application);
  const words = query.trim().toLowerCase().split(/\s+/);
  const isFound = ({ event_type, title, description }: Testable): boolean => {
    const text = [event_type, title.en, title[language], description.en, description[language]].join(" ");
    return words.every((word) => text.toLowerCase().includes(word));
  };
  const found = tests.event_tests.filter(isFound);
  return (
    <Panel
      title={t("events.title")}
      lead={t("events.lead", { count: tests.event_tests.length })}
      actions={<FilterField label={t("events.search")} value={query} onChange={setQuery} />}
      flush
    >
      <ul className="tests-list">
        {found.map((type) => (
          <EventRow
            key={type.event_type}
            application={application}
            type={type}
            last={tests.recent.find(
              ({ event_type, kind }) => kind === "test" && event_type === type.event_type,
            )}
            sent={test.sent[type.event_type]}
            submit={test.submit}
            isCurrent={test.current === type.event_type}
            onSend={() => test.send({ event_type: type.event_type, revision: tests.revision })}
          />
        ))}
        {found.length === 0 && <li className="muted">{t("events.nothing", { query: query.trim() })}</li>}
      </ul>
    </Panel>
  );
}

/** A type with the button that tests it, and what became of the test. */
function EventRow({
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
  const problemText = useProblemText();
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
      <EventShape type={event_type} name={name} />
      {isCurrent && <SubmitStatus of={submit} />}
      {sent?.kind === "queued" && (
        <TestOutcome key={sent.delivery_id} application={application} sent={sent} />
      )}
      {sent?.kind === "blocked" && (
        <Notice tone="warn" live title={t("events.blocked")}>
          <ul>
            {sent.problems.map((problem) => (
              <li key={problem.code}>{problemText(problem)}</li>
            ))}
          </ul>
        </Notice>
      )}
    </li>
  );
}
