import { useState } from "react";
import { FilterField } from "../../parts/filter-field.js";
import { Panel } from "../../parts/panel.js";
import { useLanguage } from "../../texts/language.js";
import { useTexts } from "../../texts/texts.js";
import { EventRow } from "./event-row.js";
import type { EventTests, Testable } from "./event-tests-query.js";
import { texts } from "./texts.js";
import { useSendTest } from "./use-send-test.js";

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
