import { readdirSync, readFileSync } from "node:fs";
import { validateCallback, validateEvent } from "@oipkit/sdk/validators/events.js";
import * as validators from "@oipkit/sdk/validators/index.js";

type Check = (value: unknown) => readonly validators.Violation[];

/** Checks every example of a folder with the generated validator of its subject. */
export async function validateExamples(folder: URL): Promise<{ valid: number; invalid: string[] }> {
  const invalid: string[] = [];
  let valid = 0;
  for (const subject of readdirSync(folder).sort()) {
    for (const file of readdirSync(new URL(`${subject}/`, folder)).sort()) {
      const value: unknown = JSON.parse(readFileSync(new URL(`${subject}/${file}`, folder), "utf8"));
      const found = check(subject, value);
      if (found.length === 0) valid++;
      else invalid.push(`${subject}/${file}: ${found.join("; ")}`);
    }
  }
  return { valid, invalid };
}

function check(subject: string, value: unknown): readonly string[] {
  const own = ownCheck(subject);
  if (own) return own(value).map(({ message }) => message);
  const callback = validateCallback(value);
  const event = callback.kind === "unknown" ? validateEvent(value) : callback;
  if (event.kind === "invalid") return event.errors.map(({ message }) => message);
  if (event.kind === "valid") return [];
  return [`no validator for ${subject}`];
}

/** The validator of a schema. */
function ownCheck(subject: string): Check | undefined {
  const name = subject.replace(/(?:^|-)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  return (validators as Readonly<Record<string, unknown>>)[`check${name}`] as Check | undefined;
}
