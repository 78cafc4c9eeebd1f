import type { ApplicationDetails } from "../../routes/application-context.js";

/** The call configuration as lines of a `.env`, named as `oipkit sandbox` and the documentation do. Secrets are left empty. */
export function environmentFile({ application, call_configuration }: ApplicationDetails): string {
  const service = call_configuration.find(({ identity }) => identity === "application");
  const user = call_configuration.find(({ identity }) => identity === "user");
  const common = service ?? user;
  const lines: (readonly [string, string])[] = [
    ["APPLICATION_ID", application.application_id],
    ["ENVIRONMENT", application.environment],
    ["SERVICE_IDENTITY_ISSUER", common?.issuer ?? application.issuer],
    ["SERVICE_TOKEN_ENDPOINT", common?.token_endpoint ?? ""],
    ["SERVICE_API_BASE", common?.api_url ?? ""],
  ];
  if (service !== undefined) lines.push(["CLIENT_ID", service.client_id], ["CLIENT_SECRET", ""]);
  if (user !== undefined)
    lines.push(["USER_CLIENT_ID", user.client_id], ["REDIRECT_URI", user.redirect_uris[0] ?? ""]);
  lines.push(["WEBHOOK_SECRET", ""], ["WEBHOOK_VERIFICATION_TOKEN", ""]);
  return lines.map(([name, value]) => `${name}=${value}\n`).join("");
}
