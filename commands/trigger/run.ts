import type { Schemas } from "@oipkit/sandbox/client";
import { json } from "../../reader/text/json.js";
import { printable } from "../../reader/text/printable.js";
import { readCommandLine } from "../options/command-line.js";
import { UsageError } from "../options/option.js";
import { askControl, findControl } from "../sandbox/control.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { triggerCommand } from "./options.js";

/** `oipkit trigger`. Throws `UsageError` and `ControlError`. */
export async function trigger(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = readCommandLine(triggerCommand, args, checkArguments);
  const [type = ""] = positionals;
  const { application, organization, subscription, plan, format, control } = values;
  if (plan !== undefined && subscription !== undefined)
    throw new UsageError("--plan begins with a new subscription, so it can't be used with --subscription");
  const client = await findControl(control, terminal);
  return askControl(terminal, async () => {
    const triggered = await client.call("triggerEvent", {
      body: {
        event_type: type,
        ...(application !== undefined && { application_id: application }),
        ...(organization !== undefined && { organization_id: organization }),
        ...(subscription !== undefined && { subscription_id: subscription }),
        ...(plan !== undefined && { plan_code: plan }),
      },
    });
    terminal.out(format === "json" ? `${json(triggered, 2)}\n` : formatTriggered(triggered));
    const { standings } = await client.call("listWebhookStandings", {
      query: application === undefined ? {} : { application_id: application },
    });
    if (standings.length === 0)
      terminal.err("no endpoint takes it: connect one with `oipkit listen --forward-to URL`\n");
    return 0;
  });
}

function checkArguments([type, ...rest]: readonly string[]): void {
  if (type === undefined)
    throw new UsageError("write trigger TYPE, such as the name of an event in the contract");
  if (rest.length > 0) throw new UsageError("trigger takes one TYPE");
}

function formatTriggered({ steps, events, clock, organization_clock: own }: Schemas["Triggered"]): string {
  const lines = [
    ...steps.map((step) => `- ${step}`),
    ...events.map(({ event_type, event_id, version }) => {
      return `${event_type} ${event_id}${version === null ? "" : ` version ${version}`}`;
    }),
    own === null ? `it is ${clock.now}` : `it is ${own.now} for ${own.organization_id}`,
  ];
  return `${lines.map((line) => printable(line)).join("\n")}\n`;
}
