import { json } from "../../reader/text/json.js";
import { clockText, stateText } from "../sandbox/act.js";
import { findControl } from "../sandbox/control.js";
import type { Terminal } from "../terminal/terminal.js";
import type { ArgumentSchema, ToolArguments } from "./tools.js";

/** The tool that reads the sandbox, without its command and its handling. */
export const sandboxTool = {
  name: "sandbox",
  title: "Read the sandbox",
  description:
    "Reads the sandbox that runs in this folder: its addresses, clock and applications (`status`), the latest requests to its API (`requests`), or one request with every check and why it was refused (`request`). Changes nothing.",
  schema: {
    type: "object",
    properties: {
      view: { type: "string", enum: ["status", "requests", "request"], description: "what to read" },
      id: { type: "string", maxLength: 200, description: "the request; for `request`" },
      status: {
        type: "integer",
        minimum: 100,
        maximum: 599,
        description: "only requests with this status; for `requests`",
      },
    },
    required: ["view"],
    additionalProperties: false,
  } satisfies ArgumentSchema,
};

/** Reads a part of the sandbox as text. Rejects with `UsageError` and `ControlError`. */
export async function readSandbox(
  { view, id, status }: ToolArguments,
  terminal: Pick<Terminal, "cwd" | "env" | "hide">,
): Promise<string> {
  const control = await findControl(undefined, terminal);
  if (view === "status")
    return stateText(await control.call("readState")) + clockText(await control.call("readClock"));
  if (view === "request") {
    const path = { request_id: String(id ?? "") };
    return json(await control.call("readRequest", { path }), 1);
  }
  const query = typeof status === "number" ? { status, limit: 30 } : { limit: 30 };
  const { requests } = await control.call("listRequests", { query });
  const lines = requests.map(
    ({ request_id, at, method, path, status: answered, denied_by, application_id }) =>
      `${at} ${request_id} ${method} ${path} ${answered}${denied_by === null ? "" : ` denied by ${denied_by}`}${application_id === null ? "" : ` ${application_id}`}`,
  );
  return lines.length === 0 ? "no such requests" : lines.join("\n");
}
