import { FailureNotice } from "../../parts/failure.js";
import { Notice } from "../../parts/notice.js";
import { useTexts } from "../../texts/texts.js";
import { sandboxNow, useSandboxNow } from "../../time/use-sandbox-now.js";
import { ConnectionFault } from "./connection-fault.js";
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
  if (!outcome.verified) return <ConnectionFault of={outcome} />;
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
