import type { Schemas } from "./api/schemas.js";

/** Something that one can do, or why it isn't offered. */
export type Action = Schemas["Action"];

/** Why an action isn't offered, in kebab case. The page has a text of each in both languages. */
export const reasons = [
  "already-pending",
  "already-requested",
  "application-revoked",
  "credential-missing",
  "credentials-exist",
  "drifted",
  "endpoint-active",
  "endpoint-missing",
  "endpoint-paused",
  "environment-not-offered",
  "environment-production",
  "identity-disabled",
  "identity-enabled",
  "identity-not-offered",
  "no-candidate",
  "not-an-event",
  "not-enabled",
  "not-failed",
  "not-in-this-status",
  "not-included",
  "not-needed",
  "not-required",
  "not-the-owner",
  "nothing-granted",
  "product-deprecated",
  "product-revoked",
  "revoked",
  "rotation-under-way",
  "suspended",
  "temporarily-unverifiable",
] as const;

/** Why an action isn't offered. */
export interface Obstacle {
  readonly reason: (typeof reasons)[number];
  readonly remedy: string;
  readonly clause?: string | undefined;
}

/** An action, offered unless something is in its way; the first obstacle is named. */
export function action(name: string, ...obstacles: readonly (Obstacle | false | undefined)[]): Action {
  const found = obstacles.find((each) => each !== false && each !== undefined) as Obstacle | undefined;
  return {
    action: name,
    offered: found === undefined,
    reason: found?.reason ?? null,
    remedy: found?.remedy ?? null,
    clause: found?.clause ?? null,
  };
}
