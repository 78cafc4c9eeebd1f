import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const names = [
  ["SubscriptionSuspended", "SubscriptionFrozen"],
  ["subscription.suspended.v1", "subscription.frozen.v1"],
  ["Subscription suspended", "Subscription frozen"],
  ["6.5-suspended", "6.5-frozen"],
  ["`suspended` has", "`frozen` has"],
  ["evt_example_suspended", "evt_example_frozen"],
] as const;

/**
 * Adds an event to a copy of the repository as an author of contracts does: the message, its clause, its examples and
 * counterexamples, and its text in Chinese. It is another event in everything but its statuses.
 */
export async function addEvent(root: string): Promise<void> {
  const events = "contracts/events.asyncapi.yaml";
  await repeat(join(root, events), /^ {6}SubscriptionSuspended:\n.*\n/m);
  await repeat(join(root, events), /^ {4}SubscriptionSuspended:\n(?: {5}.*\n)+/m);
  await repeat(join(root, "contracts/clauses.yaml"), /^ {2}- id: 6\.5-suspended\n(?: {4}.*\n)+/m);
  const texts = join(root, "contracts/sandbox/event-texts.zh.yaml");
  await repeat(texts, /^oem\.subscription\.suspended\.v1:\n(?: .*\n)+/m);
  for (const kind of ["examples", "counterexamples"]) {
    const to = join(root, "contracts", kind, "oem.subscription.frozen.v1");
    await cp(join(root, "contracts", kind, "oem.subscription.suspended.v1"), to, { recursive: true });
    for (const file of await readdir(to)) await change(join(to, file), renamed);
  }
}

/** Adds a renamed copy of a part after it. */
async function repeat(file: string, part: RegExp): Promise<void> {
  await change(file, (text) => {
    const [found] = part.exec(text) ?? [];
    if (found === undefined) throw new Error(`${file} has no ${part}`);
    return text.replace(found, () => found + renamed(found));
  });
}

function renamed(text: string): string {
  return names.reduce((result, [from, to]) => result.replaceAll(from, to), text);
}

async function change(file: string, edit: (text: string) => string): Promise<void> {
  await writeFile(file, edit(await readFile(file, "utf8")));
}
