import { Check, Minus, X } from "lucide-react";
import { Badge } from "../../parts/badge.js";
import { LinkButton } from "../../parts/button.js";
import { Panel } from "../../parts/panel.js";
import { useScope } from "../../scope.js";
import { useTexts } from "../../texts/texts.js";
import { type EventTests, type TestProblem, useProblemText } from "./event-tests-query.js";
import { texts } from "./texts.js";

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
  const problemText = useProblemText();
  const { preconditions, others } = testPreconditions(commonProblems(tests.event_tests));
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
            <span>{problemText(problem)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Item({ name, state, problem }: Precondition) {
  const t = useTexts(texts);
  const problemText = useProblemText();
  const Icon = icons[state];
  return (
    <li className={state}>
      <Icon size={16} aria-hidden />
      <span>
        <span className={state === "unmet" ? "strong" : undefined}>{t(`check.${name}`)}</span>
        {problem !== undefined && <span className="small why">{problemText(problem)}</span>}
        {state === "later" && <span className="small muted why">{t("preconditions.notYet")}</span>}
      </span>
    </li>
  );
}

/** What a test needs, in the order in which one gets it, with the codes of what is wrong with it. */
const checks = [
  { name: "permission", codes: ["permission-missing"] },
  { name: "environment", codes: ["environment-production"] },
  { name: "application", codes: ["application-unknown", "application-inactive"] },
  { name: "endpoint", codes: ["endpoint-missing", "endpoint-inactive"] },
  { name: "verified", codes: ["endpoint-unverified"] },
  { name: "credentials", codes: ["credentials-undelivered"] },
] as const;

/** A thing that a test needs. `later` can't be known without an endpoint. */
interface Precondition {
  readonly name: (typeof checks)[number]["name"];
  readonly state: "met" | "unmet" | "later";
  readonly problem: TestProblem | undefined;
}

/** How each precondition stands, given what prevents a test, and the problems that belong to none of them. */
function testPreconditions(problems: readonly TestProblem[]): {
  readonly preconditions: readonly Precondition[];
  readonly others: readonly TestProblem[];
} {
  const isMissing = problems.some(({ code }) => code === "endpoint-missing");
  const preconditions = checks.map(({ name, codes }) => {
    const problem = problems.find(({ code }) => (codes as readonly string[]).includes(code));
    if (problem !== undefined) return { name, state: "unmet", problem } as const;
    const isLater = isMissing && (name === "verified" || name === "credentials");
    return { name, state: isLater ? "later" : "met", problem } as const;
  });
  const known = checks.flatMap(({ codes }): readonly string[] => codes);
  return { preconditions, others: problems.filter(({ code }) => !known.includes(code)) };
}

/** What prevents all tests of a list. */
function commonProblems(
  tests: readonly { readonly problems: readonly TestProblem[] }[],
): readonly TestProblem[] {
  const [first, ...rest] = tests;
  return (first?.problems ?? []).filter(({ code }) =>
    rest.every(({ problems }) => problems.some((problem) => problem.code === code)),
  );
}
