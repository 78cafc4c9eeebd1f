import { type ControlClient, createControlClient } from "@oipkit/sandbox/client";
import { UsageError } from "../options/usage.js";
import type { Terminal } from "../terminal/terminal.js";
import { findControlFile } from "./control-file.js";
import { tokenVariable } from "./shared-options.js";

/** A client of the sandbox that a command is about. Throws `UsageError`. */
export async function findControl(
  control: string | undefined,
  { cwd, env }: Pick<Terminal, "cwd" | "env">,
): Promise<ControlClient> {
  if (control === undefined) return createControlClient(await findControlFile(cwd));
  if (!/^https?:\/\//.test(control) || !URL.canParse(control))
    throw new UsageError("--control must be a URL such as http://127.0.0.1:8787/_sandbox");
  const token = env[tokenVariable];
  if (token === undefined || token === "")
    throw new UsageError(
      `set ${tokenVariable} to the "token" of .oipkit/sandbox.json, in the folder in which the sandbox was started`,
    );
  return createControlClient({ control, token });
}
