import { createContext, use } from "react";
import type { Session } from "../session/session-store.js";

/** The environments of the platform. */
export const environments = ["sandbox", "production"] as const;

/** An environment of the platform. */
export type Environment = (typeof environments)[number];

/** The organization and environment of the page. */
export interface Scope {
  readonly organization: Session["organizations"][number];
  readonly environment: Environment;
  /** For links: `params={{ ...scope.params, … }}`. */
  readonly params: { readonly organization: string; readonly environment: Environment };
}

const ScopeContext = createContext<Scope | null>(null);

/** Gives the scope to the pages. */
export const ScopeProvider = ScopeContext.Provider;

/** Returns the organization and environment of the page. */
export function useScope(): Scope {
  const scope = use(ScopeContext);
  if (scope === null) throw new Error("`useScope` is for pages below an organization");
  return scope;
}

/** The same, or `null` outside of it. */
export function useOptionalScope(): Scope | null {
  return use(ScopeContext);
}
