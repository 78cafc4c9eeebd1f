import type { ControlClient, Schemas } from "@oipkit/sandbox/client";
import { printable } from "../../reader/text/printable.js";

type Health = Schemas["WebhookHealth"];
type Change = Schemas["WebhookChange"];

/** Endpoints whose health is read: a person reads few lines. */
const mostShown = 5;

/** What is wrong with endpoints, and what may be the cause, as lines; empty if all deliveries work. */
export async function troubleText(
  client: ControlClient,
  { standings, next }: Schemas["WebhookStandingPage"],
): Promise<string> {
  const ill = standings.filter(({ status }) => ["failing", "behind", "paused"].includes(status));
  const lines: string[] = [];
  for (const { application_id } of ill.slice(0, mostShown)) {
    const { health } = await client.call("readWebhookHealth", { path: { application_id } });
    if (health !== null) lines.push(`webhook  ${application_id} ${healthText(health)}`);
  }
  if (ill.length > mostShown) lines.push(`webhook  ${ill.length - mostShown} more have trouble`);
  if (next !== null) lines.push(`webhook  only the first ${standings.length} endpoints were looked at`);
  return lines.map((line) => `${printable(line)}\n`).join("");
}

function healthText({ standing, failing, pause_reason }: Health): string {
  const { status, failed, retrying, circuit, next_attempt_at: next } = standing;
  const facts: string[] = [status];
  if (failing !== null) {
    const [error] = failing.errors;
    const reason = error === undefined ? "" : ` with ${error.error}`;
    const after = failing.changes_before.map(changeText).join(" and ");
    const cause = after === "" ? "" : `, after ${after}`;
    facts.push(`the last ${failing.attempts} attempts have failed${reason} since ${failing.since}${cause}`);
  }
  if (pause_reason !== null) facts.push(pause_reason);
  if (circuit === "open" && next !== null) facts.push(`the circuit is open until ${next}`);
  if (retrying > 0) facts.push(`${retrying} wait for another attempt`);
  if (failed > 0) facts.push(`${failed} failed for good: \`oipkit sandbox redeliver\` delivers them again`);
  return facts.join("; ");
}

function changeText({ change, at, credential, version }: Change): string {
  switch (change) {
    case "credential-rotated":
      return `the rotation of the ${credential} to version ${version} at ${at}`;
    case "url-changed":
      return `a change of the URL at ${at}`;
    case "encryption-changed":
      return `a change of the encryption at ${at}`;
    case "events-changed":
      return `a change of the events at ${at}`;
    case "resumed":
      return `the resumption at ${at}`;
  }
}
