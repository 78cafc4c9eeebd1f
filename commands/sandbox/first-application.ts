import { type ControlClient, setUpApplication } from "@oipkit/sandbox/client";
import type { Environment } from "./environment.js";

/** Where web frameworks listen by default; another one is set by `changeIdentity`. */
const redirectUri = "http://127.0.0.1:3000/callback";

/** Creates an application with which one can begin at once. Returns what only its creation shows. */
export async function firstApplication(control: ControlClient): Promise<Environment> {
  const application = await setUpApplication(control, { redirectUris: [redirectUri] });
  return {
    APPLICATION_ID: application.id,
    ORGANIZATION_ID: application.organization,
    ENVIRONMENT: application.environment,
    CLIENT_ID: application.clientId,
    CLIENT_SECRET: application.clientSecret,
    USER_CLIENT_ID: application.userClientId,
    REDIRECT_URI: redirectUri,
    // Deliveries aren't encrypted until the endpoint asks for it; a receiver with a key would expect that.
    WEBHOOK_SECRET: application.signingSecret,
    WEBHOOK_VERIFICATION_TOKEN: application.verificationToken,
  };
}
