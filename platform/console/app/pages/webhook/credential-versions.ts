import type { components } from "../../../generated/console/types.js";

/** What is known of a version: never its secret. */
export type CredentialVersion = components["schemas"]["SandboxCredentialVersion"];

/** What a credential is for. */
export type CredentialKind = CredentialVersion["kind"];

/** The versions of a kind that matter, the newest first. */
export function versionsOf(
  versions: readonly CredentialVersion[],
  kind: CredentialKind,
): readonly CredentialVersion[] {
  return versions
    .filter((version) => version.kind === kind && version.state !== "discarded")
    .sort((one, other) => other.version - one.version);
}
