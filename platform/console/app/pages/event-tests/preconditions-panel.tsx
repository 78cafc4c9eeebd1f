import { Check, Minus, X } from "lucide-react";
import { Badge } from "../../parts/badge.js";
import { LinkButton } from "../../parts/button.js";
import { Panel } from "../../parts/panel.js";
import { useScope } from "../../routes/scope-context.js";
import { useTexts } from "../../texts/texts.js";
import type { EventTests } from "./event-tests-query.js";
import { commonProblems, type Precondition, preconditionsOf } from "./preconditions.js";
import { texts } from "./texts.js";
import { useProblemText } from "./use-problem-text.js";

const icons = { met: Check, unmet: X, later: Minus } as const;

/** What a test needs, and of what is missing, how to get it. */
export function PreconditionsPanel({
  application,
  tests,
}: {
  readonly application: string;
  readonly tests: EventTests;
}) {
  const t = useTexts(texts);
  const { params } = useScope();
  const textOf = useProblemText();
  const { preconditions, others } = preconditionsOf(commonProblems(tests.event_tests));
  const isReady = preconditions.every(({ state }) => state === "met") && others.length === 0;
  return (
    <Panel
      title={
        <span className="row">
          {t("preconditions.title")}
          <Badge tone={isReady ? "good" : "warn"}>{isReady ? t("ready") : t("blocked")}</Badge>
        </span>
      }
      lead={isReady ? t("preconditions.ready", { revision: tests.revision }) : t("preconditions.blocked")}
      actions={
        !isReady && (
          <LinkButton
            kind="primary"
            to="/$organization/$environment/applications/$application/webhook"
            params={{ ...params, application }}
          >
            {t("preconditions.toWebhook")}
          </LinkButton>
        )
      }
    >
      <ul className="tests-preconditions">
        {preconditions.map((precondition) => (
          <Item key={precondition.name} {...precondition} />
        ))}
        {others.map((problem) => (
          <li key={problem.code} className="unmet">
            <X size={16} aria-hidden />
            <span>{textOf(problem)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Item({ name, state, problem }: Precondition) {
  const t = useTexts(texts);
  const textOf = useProblemText();
  const Icon = icons[state];
  return (
    <li className={state}>
      <Icon size={16} aria-hidden />
      <span>
        <span className={state === "unmet" ? "strong" : undefined}>{t(`check.${name}`)}</span>
        {problem !== undefined && <span className="small why">{textOf(problem)}</span>}
        {state === "later" && <span className="small muted why">{t("preconditions.notYet")}</span>}
      </span>
    </li>
  );
}
