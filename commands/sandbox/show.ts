import type { Schemas } from "@oipkit/sandbox/client";
import { printable } from "../../reader/text/printable.js";

/** The clock as one line. */
export function clockText({ now, mode, next_timer: next }: Schemas["ClockState"]): string {
  const after = next === null ? "nothing is due" : `next ${next}`;
  return `${printable(`${now} (${mode}; ${after})`)}\n`;
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
