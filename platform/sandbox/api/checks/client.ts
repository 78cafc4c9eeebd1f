import { denied, passed } from "../denial.js";
import { defineCheck } from "./check.js";

/** The token's client is the current one of its application and identity, and the application is active. */
export const client = defineCheck({
  name: "client",
  clause: "§5.5",
  look: ({ client: found, application, claims, environment }) => ({
    client: found?.id ?? null,
    client_status: found?.status ?? null,
    same_application: found !== undefined && found.application === claims?.application,
    same_identity: found !== undefined && found.identity === claims?.identity,
    application: application?.id ?? null,
    application_status: application?.status ?? null,
    same_environment: application !== undefined && application.environment === environment,
  }),
  decide: (facts) => {
    if (facts.client === null || !facts.same_application || !facts.same_identity)
      return denied("client-unknown", "There is no such client of the token's application and identity.");
    if (facts.client_status !== "active")
      return denied("client-disabled", `The client ${facts.client} is disabled.`);
    if (facts.application_status !== "active")
      return denied(
        "application-revoked",
        `The application ${facts.application ?? "of the client"} isn't active.`,
      );
    if (!facts.same_environment)
      return denied(
        "token-of-other-environment",
        `The application ${facts.application} is of the other environment.`,
      );
    return passed;
  },
});
