/** The settings of the receiver. */
export interface Config {
  readonly application: { readonly id: string; readonly environment: string };
  /** The current signing secret first, then, during a rotation, the previous one. */
  readonly secrets: readonly string[];
  readonly verificationToken: string;
  /** Set if and only if the platform encrypts deliveries. */
  readonly encryptKey: string | undefined;
  readonly host: string;
  readonly port: number;
  /** Whether the conformance probe answers. It shows events and breaks stores, so never in production. */
  readonly probe: boolean;
}

const required = ["APPLICATION_ID", "ENVIRONMENT", "WEBHOOK_SECRET", "WEBHOOK_VERIFICATION_TOKEN"] as const;

/** Reads the settings from the environment. Throws an error that names every missing variable. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const missing = required.filter((name) => !env[name]);
  if (missing.length > 0) throw new Error(`set ${missing.join(", ")}; .env.example explains each variable`);
  const text = (name: (typeof required)[number]): string => env[name] ?? "";
  return {
    application: { id: text("APPLICATION_ID"), environment: text("ENVIRONMENT") },
    secrets: [text("WEBHOOK_SECRET"), env.WEBHOOK_PREVIOUS_SECRET ?? ""].filter((secret) => secret !== ""),
    verificationToken: text("WEBHOOK_VERIFICATION_TOKEN"),
    encryptKey: env.WEBHOOK_ENCRYPT_KEY || undefined,
    host: env.HOST ?? "127.0.0.1",
    port: Number(env.PORT ?? 8080),
    probe: env.OIPKIT_PROBE === "on" && env.NODE_ENV !== "production",
  };
}
