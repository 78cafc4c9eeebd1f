import type { ApplicationDetails } from "./scope.js";
import type { environmentTexts } from "./texts/environment-texts.js";

/** Secrets that the page shows now; what it doesn't show can't be copied. */
export interface ShownSecrets {
  readonly signing?: string | undefined;
  readonly token?: string | undefined;
  readonly client?: string | undefined;
}

type Translate = (name: keyof (typeof environmentTexts)["en"]) => string;

/** Where web frameworks listen by default. */
const callback = "http://127.0.0.1:3000/callback";

/**
 * The `.env` of an integration: every name that a project of `oipkit init receiver` reads, that `oipkit sandbox --env` fills, and that section
 * 5.3 has. It is made when it is copied, and kept nowhere. `t` translates `environmentTexts`.
 */
export function environmentFile(
  { application, call_configuration }: Pick<ApplicationDetails, "application" | "call_configuration">,
  secrets: ShownSecrets,
  t: Translate,
): string {
  const service = call_configuration.find(({ identity }) => identity === "application");
  const user = call_configuration.find(({ identity }) => identity === "user");
  const either = service ?? user;
  const isMissing = secrets.signing === undefined || secrets.token === undefined;
  const lacksClientSecret = service !== undefined && secrets.client === undefined;
  return [
    `# ${t("application")}`,
    `APPLICATION_ID=${application.application_id}`,
    `ORGANIZATION_ID=${application.organization_id}`,
    `ENVIRONMENT=${application.environment}`,
    "",
    `# ${t("webhook")}`,
    ...(isMissing ? [`# ${t("missing")}`] : []),
    `WEBHOOK_SECRET=${secrets.signing ?? ""}`,
    "WEBHOOK_PREVIOUS_SECRET=",
    `WEBHOOK_VERIFICATION_TOKEN=${secrets.token ?? ""}`,
    "WEBHOOK_ENCRYPT_KEY=",
    "",
    `# ${t("client")}`,
    `CLIENT_ID=${service?.client_id ?? ""}`,
    ...(lacksClientSecret ? [`# ${t("clientSecret")}`] : []),
    `CLIENT_SECRET=${secrets.client ?? ""}`,
    `USER_CLIENT_ID=${user?.client_id ?? ""}`,
    `REDIRECT_URI=${user?.redirect_uris[0] ?? callback}`,
    "",
    `# ${t("service")}`,
    `SERVICE_IDENTITY_ISSUER=${either?.issuer ?? application.issuer}`,
    `SERVICE_TOKEN_ENDPOINT=${either?.token_endpoint ?? ""}`,
    `SERVICE_API_BASE=${either?.api_url ?? ""}`,
    "SERVICE_ACCESS_TOKEN=",
    "",
    `# ${t("receiver")}`,
    "SQLITE_FILE=receiver.db",
    "HOST=127.0.0.1",
    "PORT=8080",
    "OIPKIT_PROBE=off",
    "OIPKIT_HANDLERS=run",
    "",
  ].join("\n");
}
