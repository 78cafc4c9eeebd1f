import type { components } from "../../../generated/console/types.js";

/** The `.env` of a receiver. It is made when it is copied, and kept nowhere. */
export function receiverEnvironment(
  { application_id, environment }: components["schemas"]["SandboxApplication"],
  secrets: { readonly signing: string | undefined; readonly token: string | undefined },
): string {
  return [
    `APPLICATION_ID=${application_id}`,
    `ENVIRONMENT=${environment}`,
    `WEBHOOK_SECRET=${secrets.signing ?? ""}`,
    `WEBHOOK_VERIFICATION_TOKEN=${secrets.token ?? ""}`,
    "",
  ].join("\n");
}
