import { useQueryClient } from "@tanstack/react-query";
import { PhoneCall } from "lucide-react";
import { useState } from "react";
import { sendTestCallback } from "../../../generated/console/client.js";
import { call, client } from "../../api/client.js";
import { applicationKey } from "../../api/keys.js";
import { ContractText } from "../../code/contract-text.js";
import { Button } from "../../parts/button.js";
import { Notice } from "../../parts/notice.js";
import { Panel } from "../../parts/panel.js";
import { SubmitStatus } from "../../submit/submit-state.js";
import { useSubmit } from "../../submit/use-submit.js";
import { useLanguage } from "../../texts/language.js";
import { useTexts } from "../../texts/texts.js";
import { CallbackResult } from "./callback-result.js";
import type { CallbackTest, EventTests } from "./event-tests-query.js";
import { texts } from "./texts.js";
import { useProblemText } from "./use-problem-text.js";
import type { TestOrder } from "./use-send-test.js";

/** Tests of synchronous callbacks, apart from events: each waits for its answer, and is never repeated. */
export function CallbacksPanel({
  application,
  tests,
}: {
  readonly application: string;
  readonly tests: EventTests;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  const textOf = useProblemText();
  const queryClient = useQueryClient();
  const [answered, setAnswered] = useState<{ readonly type: string; readonly answer: CallbackTest }>();
  const finish = async (type: string, answer: CallbackTest): Promise<void> => {
    setAnswered({ type, answer });
    await queryClient.invalidateQueries({ queryKey: applicationKey(application, "event-tests") });
  };
  const submit = useSubmit({
    application,
    keepAs: `test-callback:${application}`,
    send: (body: TestOrder, operationId) =>
      call(sendTestCallback(client, { application_id: application, operationId, body })),
    onDone: (answer, { event_type }) => finish(event_type, answer),
    onRecovered: ({ result }, { event_type }) =>
      finish(event_type, { sent: false, ...result } as CallbackTest),
  });
  return (
    <Panel title={t("callbacks.title")} lead={t("callbacks.lead")}>
      <div className="stack">
        {tests.callback_tests.length === 0 && <p className="muted">{t("callbacks.none")}</p>}
        {tests.callback_tests.map(({ event_type, title, description, ready, problems }) => (
          <div key={event_type} className="stack-small">
            <div className="tests-callback">
              <div>
                <h3>{title[language] ?? title.en}</h3>
                <code className="break">{event_type}</code>
                <p className="small muted">
                  <ContractText text={description[language] ?? description.en} />
                </p>
              </div>
              <Button
                isPending={submit.isBusy}
                isDisabled={!ready || submit.isLocked}
                onPress={() => void submit.submit({ event_type, revision: tests.revision })}
              >
                <PhoneCall size={15} aria-hidden />
                {submit.isBusy ? t("callbacks.sending") : t("callbacks.send")}
              </Button>
            </div>
            {problems.map((problem) => (
              <p key={problem.code} className="small">
                {textOf(problem)}
              </p>
            ))}
            {answered?.type === event_type && (
              <CallbackResult application={application} answer={answered.answer} />
            )}
          </div>
        ))}
        <SubmitStatus of={submit} />
        <Notice tone="neutral">
          <p className="small">{t("callbacks.warn")}</p>
          <p className="small">{t("callbacks.once")}</p>
        </Notice>
      </div>
    </Panel>
  );
}
