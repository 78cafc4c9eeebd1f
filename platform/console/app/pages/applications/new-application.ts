import type { components } from "../../../generated/console/types.js";
import { filled, listProblems, originProblem, urlProblem } from "./url-problem.js";

/** What is typed into the form of a new application. Nothing in it is secret. */
export interface NewApplicationDraft extends Record<string, unknown> {
  readonly name: string;
  readonly product: string;
  readonly identities: readonly components["schemas"]["SandboxIdentity"][];
  readonly redirects: readonly string[];
  readonly logouts: readonly string[];
  readonly origins: readonly string[];
}

/** What the form begins with. */
export const emptyDraft: NewApplicationDraft = {
  name: "",
  product: "",
  identities: ["application"],
  redirects: [],
  logouts: [],
  origins: [],
};

/** Returns whether the draft can be submitted; the fields say what is wrong. */
export function isComplete({ name, identities, redirects, logouts, origins }: NewApplicationDraft): boolean {
  if (name.trim() === "" || identities.length === 0) return false;
  if (!identities.includes("user")) return true;
  const problems = [
    ...listProblems(redirects, urlProblem),
    ...listProblems(logouts, urlProblem),
    ...listProblems(origins, originProblem),
  ];
  return filled(redirects).length > 0 && problems.every((problem) => problem === undefined);
}

/** The URLs of a request. What is empty is left out: the platform makes it from the redirect URLs. */
export function urlsOf({
  redirects,
  logouts,
  origins,
}: Pick<NewApplicationDraft, "redirects" | "logouts" | "origins">) {
  return {
    redirect_uris: filled(redirects),
    ...(filled(logouts).length > 0 && { logout_uris: filled(logouts) }),
    ...(filled(origins).length > 0 && { origins: filled(origins) }),
  };
}
