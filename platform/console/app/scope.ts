import { queryOptions } from "@tanstack/react-query";
import { createContext, use } from "react";
import { readApplication } from "../generated/console/client.js";
import type { components } from "../generated/console/types.js";
import { applicationKey, call, client } from "./client.js";
import type { Session } from "./session/session-store.js";

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

/** An application with all that its pages need; without secrets. */
export type ApplicationDetails = components["schemas"]["ApplicationDetails"];

/** Something that one can do, or why it isn't offered. */
export type OfferedAction = components["schemas"]["Action"];

/** How an application is read. */
export function applicationQuery(application: string) {
  return queryOptions({
    queryKey: applicationKey(application, "details"),
    queryFn: ({ signal }) => call(readApplication(client, { application_id: application }, { signal })),
    // What others change isn't always told live; another version of a secret ends the one that is shown.
    refetchOnWindowFocus: "always",
  });
}

const ApplicationContext = createContext<ApplicationDetails | null>(null);

/** Gives the application to its pages. */
export const ApplicationProvider = ApplicationContext.Provider;

/** Returns the application of the page. */
export function useApplication(): ApplicationDetails {
  const details = use(ApplicationContext);
  if (details === null) throw new Error("`useApplication` is for pages of an application");
  return details;
}

/** The action of a name, among those that the backend lists. */
export function findAction(actions: readonly OfferedAction[], name: string): OfferedAction | undefined {
  return actions.find(({ action }) => action === name);
}
