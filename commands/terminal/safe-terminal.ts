import { terminalText } from "../../reader/text/terminal-text.js";
import { credentialVariables } from "../options/credentials.js";
import type { Terminal } from "./terminal.js";

/** A shorter credential would also be masked where it occurs by chance, for example as a property of a report. */
const leastMasked = 8;

/**
 * A terminal whose output can't control the terminal or a CI runner, whatever contracts, documents, senders or receivers
 * have put into it, and that never shows a credential of its environment.
 */
export async function safeTerminal(terminal: Terminal): Promise<Terminal> {
  const masked = await maskerOf(terminal.env);
  const writing =
    (write: Terminal["out"]): Terminal["out"] =>
    (text, kind = "text") =>
      write(kind === "rendered" ? masked(text) : terminalText(masked(text)), kind);
  return { ...terminal, out: writing(terminal.out), err: writing(terminal.err) };
}

/** Most commands run without credentials, and start sooner without the code that hides them. */
async function maskerOf(env: Terminal["env"]): Promise<(text: string) => string> {
  const secrets = Object.values(credentialVariables)
    .map((name) => env[name] ?? "")
    .filter((secret) => secret.length >= leastMasked);
  if (secrets.length === 0) return (text) => text;
  const { masker } = await import("../../reader/text/mask.js");
  return masker(secrets);
}
