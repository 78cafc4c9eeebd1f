import { FailureNotice } from "../../parts/failure.js";
import { Notice } from "../../parts/notice.js";
import { useTexts } from "../../texts/texts.js";
import { sandboxNow, useSandboxNow } from "../../time/use-sandbox-now.js";
import { connectionTexts } from "./texts-of-connection.js";
import type { ConnectionState } from "./use-connection-test.js";

/** How long a proof is valid, in milliseconds, as the document says; for the bar alone. */
const proofMs = 5 * 60_000;

/** What a connection test found: the time that is left to save, or what was wrong and how to put it right. */
export function ConnectionOutcome({
  of: { outcome, failure, isExpired, expiresAt },
}: {
  readonly of: ConnectionState;
}) {
  const t = useTexts(connectionTexts);
  if (failure !== undefined) return <FailureNotice failure={failure} />;
  if (outcome === undefined) return null;
  if (!outcome.verified)
    return <Failed code={outcome.code} reason={outcome.reason} remedy={outcome.remedy} />;
  if (isExpired)
    return (
      <Notice tone="warn" live title={t("test.expired")}>
        {t("test.expiredHelp")}
      </Notice>
    );
  return (
    <Notice tone="good" live title={t("test.passed")}>
      <p>{t("test.passedHelp")}</p>
      {expiresAt !== undefined && <Countdown until={expiresAt} />}
    </Notice>
  );
}

function Countdown({ until }: { readonly until: number }) {
  const t = useTexts(connectionTexts);
  useSandboxNow(1000);
  const left = Math.max(0, until - sandboxNow());
  const seconds = Math.ceil(left / 1000);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return (
    // A timer isn't announced each second.
    <div className="webhook-countdown" role="timer" aria-live="off">
      <span className="bar" aria-hidden>
        <span style={{ width: `${Math.min(100, (left / proofMs) * 100)}%` }} />
      </span>
      <span className="small number">{t("test.left", { time })}</span>
    </div>
  );
}

const known = [
  "url-refused",
  "address-refused",
  "unreachable",
  "too-slow",
  "redirected",
  "status-refused",
  "answer-too-large",
  "content-type-refused",
  "answer-malformed",
  "answer-not-alone",
  "challenge-wrong",
] as const;

function Failed({ code, reason, remedy }: Readonly<Partial<Record<"code" | "reason" | "remedy", string>>>) {
  const t = useTexts(connectionTexts);
  const fault = known.find((each) => each === code);
  return (
    <Notice tone="bad" live title={fault === undefined ? t("test.failed") : t(`fault.${fault}`)}>
      <p>
        <strong>{t("test.remedy")}</strong> {fault === undefined ? remedy : t(`remedy.${fault}`)}
      </p>
      <p className="small">
        <code>{code}</code> {reason}
      </p>
    </Notice>
  );
}
