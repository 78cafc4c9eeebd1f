import { CloudOff, RefreshCw, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { ConsoleFailure, consoleFailure } from "../client.js";
import { useOptionalScope } from "../scope.js";
import { useCommonTexts } from "../texts/common-texts.js";
import { Button, LinkButton } from "./button.js";
import { Empty, Notice } from "./notice.js";

/** Why something couldn't be done, beside the form that asked for it. */
export function FailureNotice({
  failure,
  children,
}: {
  readonly failure: ConsoleFailure;
  readonly children?: ReactNode;
}) {
  const t = useCommonTexts();
  const { refusal, code } = failure;
  return (
    <Notice tone="bad" live title={refusal?.message ?? t("failure.refused")}>
      {refusal?.remedy !== undefined && <p>{refusal.remedy}</p>}
      {refusal?.problems !== undefined && refusal.problems.length > 0 && (
        <ul>
          {refusal.problems.map(({ pointer, message }) => (
            <li key={`${pointer} ${message}`}>
              <code>{pointer}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {children}
      <p className="small muted">
        {t("failure.code", { code })}
        {refusal?.clause !== undefined && ` · ${refusal.clause}`}
      </p>
    </Notice>
  );
}

/** What a page shows instead of what it couldn't load: what happened, what wasn't lost, and what to do. */
export function FailureView({
  failure: thrown,
  onRetry,
}: {
  readonly failure: unknown;
  readonly onRetry?: (() => void) | undefined;
}) {
  const t = useCommonTexts();
  const scope = useOptionalScope();
  const failure = consoleFailure(thrown);
  const { code, status, refusal } = failure;
  const isAbsent = status === 404 || code === "access-revoked";
  function helpText(): string {
    if (status === 0 || code === "no-console") return t("failure.network");
    if (code === "dependency-failed") return t("failure.dependency");
    if (isAbsent) return t("failure.notFoundHelp");
    return refusal?.remedy ?? refusal?.message ?? t("failure.refused");
  }
  return (
    <div role="alert">
      <Empty
        isPage
        icon={isAbsent ? SearchX : CloudOff}
        title={isAbsent ? t("failure.notFound") : t("failure.title")}
        actions={
          <>
            {onRetry !== undefined && (
              <Button onPress={onRetry}>
                <RefreshCw size={15} aria-hidden />
                {t("actions.retry")}
              </Button>
            )}
            {isAbsent && scope !== null && (
              <LinkButton to="/$organization/$environment/applications" params={scope.params}>
                {t("navigation.applications")}
              </LinkButton>
            )}
          </>
        }
      >
        {helpText()}
        <br />
        <span className="small">{t("failure.code", { code })}</span>
      </Empty>
    </div>
  );
}

/** What the error boundary of a page shows. */
export function BrokenPage({ error }: { readonly error: unknown }) {
  const t = useCommonTexts();
  const known = error instanceof ConsoleFailure;
  if (known) return <FailureView failure={error} onRetry={() => location.reload()} />;
  return (
    <div role="alert">
      <Empty
        isPage
        icon={CloudOff}
        title={t("failure.page")}
        actions={<Button onPress={() => location.reload()}>{t("actions.reload")}</Button>}
      >
        {t("failure.pageHelp")}
        <br />
        <code className="small">
          {error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 200) : "unknown"}
        </code>
      </Empty>
    </div>
  );
}
