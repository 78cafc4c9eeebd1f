import { useRef, useState } from "react";
import { testConnection } from "../../../generated/console/client.js";
import type { components } from "../../../generated/console/types.js";
import { call, client } from "../../api/client.js";
import { type ConsoleFailure, failureOf } from "../../api/failure.js";
import { useSecret } from "../../secrets/use-secret.js";
import { useSandboxNow } from "../../time/use-sandbox-now.js";

type Answer = components["schemas"]["SandboxConnectionTest"];

/** What a test found, without its proof. */
export interface ConnectionOutcome extends Omit<Answer, "proof"> {
  readonly url: string;
}

/** The state of the connection test of a URL. */
export interface ConnectionState {
  readonly run: () => Promise<void>;
  readonly isRunning: boolean;
  /** Of the present URL alone: another URL has none. */
  readonly outcome: ConnectionOutcome | undefined;
  readonly failure: ConsoleFailure | undefined;
  /** To save with, until it expires. In this component's memory alone, as a secret is. */
  readonly proof: string | undefined;
  /** Until when, in the sandbox's time. */
  readonly expiresAt: number | undefined;
  readonly isExpired: boolean;
}

/** Where a test goes, and what its proof is bound to. */
export interface Candidate {
  readonly application: string;
  readonly url: string;
  readonly revision: number;
}

/** Tests a URL. The proof is dropped as soon as the URL or the revision is another one, or the page is left. */
export function useConnectionTest({ application, url, revision }: Candidate): ConnectionState {
  const scope = `${application} ${revision} ${url}`;
  const proof = useSecret(scope);
  const [found, setFound] = useState<{ readonly scope: string; readonly outcome: ConnectionOutcome }>();
  const [failed, setFailed] = useState<{ readonly scope: string; readonly failure: ConsoleFailure }>();
  const [isRunning, setRunning] = useState(false);
  const scopeNow = useRef(scope);
  scopeNow.current = scope;
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
        setFailed({ scope, failure: failureOf(thrown) });
      } finally {
        setRunning(false);
      }
    },
  };
}
