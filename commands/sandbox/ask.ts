import { ControlError } from "@oipkit/sandbox/client";
import { printable } from "../../reader/text/printable.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";

/** Runs what asks a control. A refusal is printed and gives 1; a control that can't be reached is thrown. */
export async function askControl(terminal: Terminal, work: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ControlError) || error.refusal === undefined) throw error;
    // Its token is wrong, or it failed: nothing was decided.
    if (error.status === 401 || (error.status ?? 0) >= 500) throw error;
    const { message, clause } = error.refusal;
    terminal.err(
      `${printable(message)}${clause === undefined ? "" : ` (${printable(clause)})`} [${error.code}]\n`,
    );
    return 1;
  }
}
