/** What the product gets from its environment; `oipkit sandbox` prints it as lines for a `.env`. */
export interface IntegrationSettings {
  readonly environment: "sandbox" | "production";
  readonly issuer: string;
  readonly apiBase: string;
  readonly application: string;
  /** The application identity's client; its secret stays on the server (§5.1). */
  readonly clientId: string;
  readonly clientSecret: string;
  /** The user identity's client, another one (§5.7). */
  readonly userClientId: string;
  readonly signingSecrets: readonly string[];
  readonly verificationToken: string;
  /** Where the browser reaches the product. */
  readonly publicUrl: string;
}

/** Reads the settings. Throws if one is missing, and names it. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): IntegrationSettings {
  const read = (name: string): string => {
    const value = env[name];
    if (value === undefined || value === "")
      throw new Error(`${name} isn't set; \`oipkit sandbox\` prints it`);
    return value;
  };
  const environment = read("ENVIRONMENT");
  if (environment !== "sandbox" && environment !== "production")
    throw new Error(`ENVIRONMENT is ${environment}: use sandbox or production`);
  return {
    environment,
    issuer: read("SERVICE_IDENTITY_ISSUER"),
    apiBase: read("SERVICE_API_BASE"),
    application: read("APPLICATION_ID"),
    clientId: read("CLIENT_ID"),
    clientSecret: read("CLIENT_SECRET"),
    userClientId: read("USER_CLIENT_ID"),
    signingSecrets: read("WEBHOOK_SECRET").split(","),
    verificationToken: read("WEBHOOK_VERIFICATION_TOKEN"),
    publicUrl: new URL(read("REDIRECT_URI")).origin,
  };
}
