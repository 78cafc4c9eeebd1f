import { masker } from "../text/mask.js";
import { terminalText } from "../text/terminal-text.js";
import { credentialVariables } from "./options/credentials.js";
import type { Terminal } from "./terminal.js";

/** A shorter credential would also be masked where it occurs by chance, for example as a property of a report. */
const leastMasked = 8;

/**
 * A terminal whose output can't control the terminal or a CI runner, whatever contracts, documents, senders or receivers
 * have put into it, and that never shows a credential of its environment.
 */
export function safeTerminal(terminal: Terminal): Terminal {
  const secrets = Object.values(credentialVariables).map((name) => terminal.env[name] ?? "");
  const masked = masker(secrets.filter((secret) => secret.length >= leastMasked));
  const writing =
    (write: Terminal["out"]): Terminal["out"] =>
    (text, kind = "text") =>
      write(kind === "rendered" ? masked(text) : terminalText(masked(text)), kind);
  return { ...terminal, out: writing(terminal.out), err: writing(terminal.err) };
}
