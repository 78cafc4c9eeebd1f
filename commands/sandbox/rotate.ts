import { randomUUID } from "node:crypto";
import { type ControlClient, ControlError } from "@oipkit/sandbox/client";
import { json } from "../../reader/text/json.js";
import { printable } from "../../reader/text/printable.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { fillEnv, fillKept } from "./fill-env.js";
import { onlyApplication } from "./only-application.js";

/** What is rotated, and where its secrets go. */
export interface RotateSettings {
  /** Whose secret; default: that of the only active application. */
  readonly application: string | undefined;
  /** A file whose variables are set. */
  readonly env: string | undefined;
  readonly format: "pretty" | "json";
}

/**
 * Makes a new signing secret, with which the sandbox signs from then on, and prints it and the one before as lines for a `.env`. Throws `UsageError`
 * and `ControlError`.
 */
export async function rotateSecret(
  client: ControlClient,
  { application, env, format }: RotateSettings,
  terminal: Terminal,
): Promise<ExitCode> {
  const path = { application_id: application ?? (await onlyApplication(client)) };
  const before = await client.call("revealSigningSecret", { path });
  const made = await client.call("rotateCredential", {
    path: { ...path, kind: "signing-secret" },
    body: { operation_id: randomUUID() },
  });
  if (made.secret === null || before.secret === null)
    throw new ControlError("secret-hidden", "The sandbox didn't show the new secret; rotate again.");
  const variables = { WEBHOOK_SECRET: made.secret, WEBHOOK_PREVIOUS_SECRET: before.secret };
  // Printed first: a file that can't be written loses nothing then.
  if (format === "json") terminal.out(`${json({ ...path, version: made.version, ...variables }, 2)}\n`);
  else terminal.out(rotatedText(made.version, { application: path.application_id, variables, env }));
  if (env !== undefined) await fillEnv(terminal.cwd, env, variables);
  await fillKept(terminal.cwd, path.application_id, variables);
  return 0;
}

interface Rotated {
  readonly application: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly env: string | undefined;
}

function rotatedText(version: number, { application, variables, env }: Rotated): string {
  const lines = [
    `# version ${version} of the signing secret of ${application}`,
    ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
    env === undefined
      ? "# set both where the receiver reads them, and restart it"
      : `# these lines are in ${env}; restart the receiver, unless it reads the file for each request`,
  ];
  return `${lines.map((line) => printable(line)).join("\n")}\n`;
}
