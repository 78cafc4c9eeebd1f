import { useCallback, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { components } from "../../../generated/console/types.js";
import { type ShownSecret, useSecret } from "../../secret.js";

/** How long a revealed secret is shown, in milliseconds. One that can't be revealed again stays until the page is left. */
const revealMs = 60_000;

/** The secret of a credential while it is shown. */
export interface ShownCredential {
  readonly secret: ShownSecret;
  /** Shows what an answer brought, which may be newer than the version that is known here. */
  readonly show: (version: number, value: string, isRevealedAgain?: boolean) => void;
}

/** Holds it until another version is known, or the page is left. */
export function useCredential(owner: {
  readonly application: string;
  readonly kind: CredentialKind;
  readonly version: number;
}): ShownCredential {
  const [answered, setAnswered] = useState(0);
  const [isBrief, setBrief] = useState(false);
  const version = Math.max(owner.version, answered);
  const secret = useSecret(`${owner.application} ${owner.kind} ${version}`);
  const { value, clear } = secret;
  useEffect(() => {
    if (value === undefined || !isBrief) return;
    const timer = setTimeout(clear, revealMs);
    return () => clearTimeout(timer);
  }, [value, isBrief, clear]);
  const show = useCallback(
    (number: number, text: string, isRevealedAgain = false) => {
      // The secret belongs to the version of the answer, which must be known before.
      flushSync(() => {
        setAnswered(number);
        setBrief(isRevealedAgain);
      });
      secret.show(text);
    },
    [secret.show],
  );
  return { secret, show };
}

/** What is known of a version: never its secret. */
export type CredentialVersion = components["schemas"]["SandboxCredentialVersion"];

/** What a credential is for. */
export type CredentialKind = CredentialVersion["kind"];

/** The versions of a kind that matter, the newest first. */
export function versionsInUse(
  versions: readonly CredentialVersion[],
  kind: CredentialKind,
): readonly CredentialVersion[] {
  return versions
    .filter((version) => version.kind === kind && version.state !== "discarded")
    .sort((one, other) => other.version - one.version);
}
