import { denied, notNeeded, passed } from "../denial.js";
import { defineCheck } from "./check.js";

/** The resource exists and belongs to the caller's application and environment. Which of the two fails, only the log says. */
export const ownership = defineCheck({
  name: "ownership",
  clause: "§5.5",
  look: ({ target: { resource }, application, environment }) => ({
    kind: resource?.kind ?? null,
    resource: resource?.id ?? null,
    owner: resource?.owner ?? null,
    application: application?.id ?? null,
    same_environment: resource?.environment === environment,
  }),
  decide: ({ kind, resource, owner, application, same_environment }) => {
    if (kind === null) return notNeeded;
    if (resource === null) return denied("resource-unknown", `There is no ${kind} with this id.`);
    if (owner !== application)
      return denied("resource-unknown", `The ${kind} ${resource} belongs to the application ${owner}.`);
    return same_environment
      ? passed
      : denied("resource-unknown", `The ${kind} ${resource} is of the other environment.`);
  },
});
