import { useQueryClient } from "@tanstack/react-query";
import { PhoneCall } from "lucide-react";
import { useState } from "react";
import { sendTestCallback } from "../../../generated/console/client.js";
import { applicationKey, call, client } from "../../client.js";
import { Button, LinkButton } from "../../parts/button.js";
import { ContractText } from "../../parts/code-block.js";
import { Notice } from "../../parts/notice.js";
import { Panel } from "../../parts/panel.js";
import { useScope } from "../../scope.js";
import { SubmitStatus, useSubmit } from "../../submit.js";
import { useLanguage, useTexts } from "../../texts/texts.js";
import { EventShape } from "./event-shape.js";
import { type CallbackTest, type EventTests, type TestOrder, useProblemText } from "./event-tests-query.js";
import { texts } from "./texts.js";

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
  const problemText = useProblemText();
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
            <EventShape type={event_type} name={title[language] ?? title.en} />
            {problems.map((problem) => (
              <p key={problem.code} className="small">
                {problemText(problem)}
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

const tones = { answered: "good", refused: "bad", unsent: "bad", unknown: "warn" } as const;

/** What the receiver did with a callback, as far as it is known. */
function CallbackResult({
  application,
  answer: { sent, result, status, delivery_id, problems = [] },
}: {
  readonly application: string;
  readonly answer: CallbackTest;
}) {
  const t = useTexts(texts);
  const { params } = useScope();
  const problemText = useProblemText();
  if (!sent || result === undefined)
    return (
      <Notice tone="warn" live title={t("events.blocked")}>
        <ul>
          {problems.map((problem) => (
            <li key={problem.code}>{problemText(problem)}</li>
          ))}
        </ul>
      </Notice>
    );
  return (
    <Notice
      tone={tones[result]}
      live
      title={t(`callbacks.${result}`)}
      actions={
        delivery_id !== undefined && (
          <LinkButton
            size="small"
            to="/$organization/$environment/applications/$application/deliveries/$delivery"
            params={{ ...params, application, delivery: delivery_id }}
          >
            {t("step.log")}
          </LinkButton>
        )
      }
    >
      {t(`callbacks.${result}Help`, { status: status ?? 0 })}
    </Notice>
  );
}
