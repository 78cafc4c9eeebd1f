import { queryOptions } from "@tanstack/react-query";
import { createContext, use } from "react";
import { readApplication } from "../../generated/console/client.js";
import type { components } from "../../generated/console/types.js";
import { call, client } from "../api/client.js";
import { applicationKey } from "../api/keys.js";

/** An application with all that its pages need; without secrets. */
export type ApplicationDetails = components["schemas"]["ApplicationDetails"];

/** Something that one can do, or why it isn't offered. */
export type Action = components["schemas"]["Action"];

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
export function actionOf(actions: readonly Action[], name: string): Action | undefined {
  return actions.find(({ action }) => action === name);
}
