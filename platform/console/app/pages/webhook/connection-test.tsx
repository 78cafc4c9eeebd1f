import { PlugZap } from "lucide-react";
import { useState } from "react";
import { testConnection } from "../../../generated/console/client.js";
import type { components } from "../../../generated/console/types.js";
import { type ConsoleFailure, call, client, consoleFailure } from "../../client.js";
import { useLatest } from "../../latest.js";
import { Button } from "../../parts/button.js";
import { FailureNotice } from "../../parts/failure.js";
import { TextField } from "../../parts/fields.js";
import { Notice } from "../../parts/notice.js";
import { useSecret } from "../../secret.js";
import { useTexts } from "../../texts/texts.js";
import { sandboxNow, useSandboxNow } from "../../time.js";
import { ConnectionFault } from "./connection-fault.js";
import { texts } from "./texts.js";
import { connectionTexts } from "./texts-of-connection.js";

/** The URL of the endpoint with its connection test. `savedUrl` is the verified one, which needs no test. */
export function UrlField({
  url,
  savedUrl,
  onChange,
  test,
  isDisabled,
}: {
  readonly url: string;
  readonly savedUrl: string | undefined;
  readonly onChange: (url: string) => void;
  readonly test: ConnectionState;
  readonly isDisabled: boolean;
}) {
  const t = useTexts(texts);
  const tests = useTexts(connectionTexts);
  const isWrong = url !== "" && !isUrl(url);
  function hintText(): string {
    if (url === savedUrl) return tests("test.kept");
    return url === "" ? t("endpoint.urlHelp") : tests("test.changed");
  }
  return (
    <div className="stack-small">
      <div className="webhook-url">
        <TextField
          label={t("endpoint.url")}
          type="url"
          mono
          value={url}
          onChange={(next) => onChange(next.trim())}
          isDisabled={isDisabled}
          placeholder="https://"
          maxLength={2048}
          autoComplete="off"
          error={isWrong ? t("endpoint.urlShape") : undefined}
        />
        <Button
          onPress={() => void test.run()}
          isPending={test.isRunning}
          isDisabled={isDisabled || url === "" || isWrong}
        >
          <PlugZap size={15} aria-hidden />
          {test.isRunning ? tests("test.running") : tests("test.run")}
        </Button>
      </div>
      {test.outcome === undefined && test.failure === undefined && !isWrong && (
        <p className="small muted">{hintText()}</p>
      )}
      <ConnectionOutcome of={test} />
    </div>
  );
}

/** Only a first look: the platform decides which URLs it may send to. */
function isUrl(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text) && URL.canParse(text);
}

/** How long a proof is valid, in milliseconds, as the document says; for the bar alone. */
const proofMs = 5 * 60_000;

/** What a connection test found: the time that is left to save, or what was wrong and how to put it right. */
function ConnectionOutcome({
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

type Answer = components["schemas"]["SandboxConnectionTest"];

/** What a test found, without its proof. */
interface ConnectionTestResult extends Omit<Answer, "proof"> {
  readonly url: string;
}

/** The state of the connection test of a URL. */
interface ConnectionState {
  readonly run: () => Promise<void>;
  readonly isRunning: boolean;
  /** Of the present URL alone: another URL has none. */
  readonly outcome: ConnectionTestResult | undefined;
  readonly failure: ConsoleFailure | undefined;
  /** To save with, until it expires. In this component's memory alone, as a secret is. */
  readonly proof: string | undefined;
  /** Until when, in the sandbox's time. */
  readonly expiresAt: number | undefined;
  readonly isExpired: boolean;
}

/** Where a test goes, and what its proof is bound to. */
interface Candidate {
  readonly application: string;
  readonly url: string;
  readonly revision: number;
}

/** Tests a URL. The proof is dropped as soon as the URL or the revision is another one, or the page is left. */
export function useConnectionTest({ application, url, revision }: Candidate): ConnectionState {
  const scope = `${application} ${revision} ${url}`;
  const proof = useSecret(scope);
  const [found, setFound] = useState<{ readonly scope: string; readonly outcome: ConnectionTestResult }>();
  const [failed, setFailed] = useState<{ readonly scope: string; readonly failure: ConsoleFailure }>();
  const [isRunning, setRunning] = useState(false);
  const scopeNow = useLatest(scope);
  const now = useSandboxNow(1000);
  const outcome = found?.scope === scope ? found.outcome : undefined;
  const expiresAt = outcome?.expires_at === undefined ? undefined : Date.parse(outcome.expires_at);
  const isExpired = expiresAt !== undefined && expiresAt <= now;
  return {
    isRunning,
    outcome: outcome?.verified === true && proof.value === undefined ? undefined : outcome,
    failure: failed?.scope === scope ? failed.failure : undefined,
    proof: isExpired ? undefined : proof.value,
    expiresAt,
    isExpired,
    async run() {
      setRunning(true);
      setFound(undefined);
      setFailed(undefined);
      proof.clear();
      try {
        const body = { url };
        const { proof: given, ...rest } = await call(
          testConnection(client, { application_id: application, body }),
        );
        if (scopeNow.current !== scope) return;
        if (given !== undefined) proof.show(given);
        setFound({ scope, outcome: { ...rest, url } });
      } catch (thrown) {
        setFailed({ scope, failure: consoleFailure(thrown) });
      } finally {
        setRunning(false);
      }
    },
  };
}
