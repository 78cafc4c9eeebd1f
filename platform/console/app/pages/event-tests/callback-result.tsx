import { LinkButton } from "../../parts/button.js";
import { Notice } from "../../parts/notice.js";
import { useScope } from "../../routes/scope-context.js";
import { useTexts } from "../../texts/texts.js";
import type { CallbackTest } from "./event-tests-query.js";
import { texts } from "./texts.js";
import { useProblemText } from "./use-problem-text.js";

const tones = { answered: "good", refused: "bad", unsent: "bad", unknown: "warn" } as const;

/** What the receiver did with a callback, as far as it is known. */
export function CallbackResult({
  application,
  answer: { sent, result, status, delivery_id, problems = [] },
}: {
  readonly application: string;
  readonly answer: CallbackTest;
}) {
  const t = useTexts(texts);
  const { params } = useScope();
  const textOf = useProblemText();
  if (!sent || result === undefined)
    return (
      <Notice tone="warn" live title={t("events.blocked")}>
        <ul>
          {problems.map((problem) => (
            <li key={problem.code}>{textOf(problem)}</li>
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
