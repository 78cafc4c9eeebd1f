import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type ControlClient, readDuration, readTime, type Schemas } from "@oipkit/sandbox/client";
import { json } from "../../reader/text/json.js";
import { printable } from "../../reader/text/printable.js";
import { UsageError } from "../options/option.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { askControl, findControl, writePrivately } from "./control.js";
import type { SandboxSettings } from "./options.js";
import { redeliverFailed } from "./redeliver.js";
import { rotateSecret } from "./rotate.js";
import { stressReceiver } from "./stress.js";
import { troubleText } from "./trouble.js";

/** Asks the running sandbox. Throws `UsageError` and `ControlError`. */
export async function act(settings: SandboxSettings, terminal: Terminal): Promise<ExitCode> {
  const { action, subject, control } = settings;
  if (action === "advance" && readDuration(subject) === undefined)
    throw new UsageError("advance takes a duration such as 45d, 2h30m or P1M");
  if (action === "at" && readTime(subject) === undefined)
    throw new UsageError("at takes a time with its zone, such as 2026-03-01T00:00:00Z");
  const client = await findControl(control, terminal);
  return askControl(terminal, () => done(client, settings, terminal));
}

async function done(client: ControlClient, settings: SandboxSettings, terminal: Terminal): Promise<ExitCode> {
  const { action, subject, format, stress, organization } = settings;
  const path = resolve(terminal.cwd, subject);
  const show = (value: object, text: string): ExitCode => {
    terminal.out(format === "json" ? `${json(value, 2)}\n` : text);
    return 0;
  };
  if (organization !== undefined) {
    const state = await movedOrganization(client, { action, subject, organization });
    return show(state, organizationClockText(state));
  }
  const clock = (state: Schemas["ClockState"]): ExitCode => show(state, clockText(state));
  switch (action) {
    case "status": {
      const state = await client.call("readState");
      const page = await client.call("listWebhookStandings", {});
      const whole = { ...state, webhooks: page.standings, more_webhooks: page.next !== null };
      return show(whole, format === "json" ? "" : stateText(state) + (await troubleText(client, page)));
    }
    case "advance":
      return clock(await client.call("advanceClock", { body: { by: subject } }));
    case "at":
      return clock(await client.call("advanceClock", { body: { until: subject } }));
    case "freeze":
      return clock(await client.call("freezeClock"));
    case "resume":
      return clock(await client.call("resumeClock"));
    case "snapshot": {
      const file = await client.call("takeSnapshot");
      const bytes = new Uint8Array(await file.arrayBuffer());
      await writePrivately(path, bytes);
      return show({ file: subject, bytes: bytes.length }, `wrote ${bytes.length} bytes to ${subject}\n`);
    }
    case "restore": {
      const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
        throw new UsageError(`${subject} can't be read (${cause.code ?? "error"})`, { cause });
      });
      await client.call("restoreSnapshot", { body: bytes });
      return show({ file: subject, bytes: bytes.length }, `restored from ${subject}\n`);
    }
    case "rotate": {
      const { application, start } = settings;
      return rotateSecret(client, { application, env: start.env, format }, terminal);
    }
    case "redeliver":
      return redeliverFailed(client, { application: settings.application, format }, terminal);
    case "stress":
      if (stress !== undefined) return stressReceiver(client, stress, terminal);
      break;
  }
  throw new TypeError(`${action} asks no control`);
}

/** Does with an organization's own clock what the action says. */
function movedOrganization(
  client: ControlClient,
  { action, subject, organization }: Pick<SandboxSettings, "action" | "subject"> & { organization: string },
): Promise<Schemas["OrganizationClock"]> {
  const path = { organization_id: organization };
  switch (action) {
    case "advance":
      return client.call("advanceOrganizationClock", { path, body: { by: subject } });
    case "at":
      return client.call("advanceOrganizationClock", { path, body: { until: subject } });
    case "freeze":
      return client.call("freezeOrganizationClock", { path });
    case "resume":
      return client.call("resumeOrganizationClock", { path });
  }
  throw new TypeError(`${action} is about no organization`);
}

function nextText(next: string | null): string {
  if (next === null) return "nothing is due";
  return `next ${next}`;
}

/** The clock as one line. */
export function clockText(state: Schemas["ClockState"]): string {
  const { now, mode, next_timer, organization_clocks: others } = state;
  const noun = others === 1 ? "organization has its own clock" : "organizations have their own clocks";
  const apart = others === 0 ? "" : `; ${others} ${noun}`;
  return `${printable(`${now} (${mode}; ${nextText(next_timer)}${apart})`)}\n`;
}

/** The clock of an organization as one line. */
export function organizationClockText(state: Schemas["OrganizationClock"]): string {
  const { organization_id, now, mode, sandbox_now, next_timer, next_delivery } = state;
  const facts = [`${organization_id} ${mode}`, nextText(next_timer)];
  if (mode === "frozen") facts.push(`sandbox at ${sandbox_now}`);
  if (next_delivery !== null) facts.push(`next delivery at ${next_delivery} of the sandbox's time`);
  return `${printable(`${now} (${facts.join("; ")})`)}\n`;
}

/** The state as lines. */
export function stateText({
  api_url,
  control_url,
  issuers,
  clock,
  applications,
}: Schemas["SandboxState"]): string {
  const lines = [
    `API      ${api_url}`,
    ...issuers.map(({ environment, issuer }) => `issuer   ${issuer} (${environment})`),
    `control  ${control_url}`,
    ...applications.map(({ application_id, name, environment, status, clients }) => {
      const ids = clients.map(({ client_id, identity }) => `${identity} ${client_id}`).join(", ");
      return `app      ${application_id} ${name} (${environment}, ${status}): ${ids || "no identity"}`;
    }),
  ];
  return `${lines.map((line) => printable(line)).join("\n")}\nclock    ${clockText(clock)}`;
}
