import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { type EventSet, eventSets, subjects } from "../../../generated/validators/catalog.js";
import type { CheckOptions, Violation } from "../../../generated/validators/violation.js";

export type { CheckOptions, Violation };

export interface Validator {
  is(value: unknown): boolean;
  check(value: unknown, options?: CheckOptions): readonly Violation[];
}

export interface Instance {
  /** An event name, a message key or a schema name. */
  readonly subject: string;
  readonly name: string;
  readonly text: string;
}

export interface Expected {
  readonly pointer: string;
  readonly keyword: string;
  readonly property?: string;
  readonly rule?: string;
}

/** The compiled validators, as the package has them. */
export const validatorsFolder = fileURLToPath(
  new URL("../../../generated/dist/validators/", import.meta.url),
);
const contracts = fileURLToPath(new URL("../../../contracts/", import.meta.url));

/** The files of `contracts/examples` or `contracts/counterexamples`. */
export function instances(folder: "examples" | "counterexamples"): readonly Instance[] {
  return readdirSync(`${contracts}${folder}`).flatMap((subject) =>
    readdirSync(`${contracts}${folder}/${subject}`)
      .filter((file) => file.endsWith(".json"))
      .map((file) => ({
        subject,
        name: file.slice(0, -".json".length),
        text: readFileSync(`${contracts}${folder}/${subject}/${file}`, "utf8"),
      })),
  );
}

export function readExpected({ subject, name }: Instance): readonly Expected[] {
  const file = `${contracts}counterexamples/${subject}/expected.yaml`;
  return (parse(readFileSync(file, "utf8")) as Record<string, readonly Expected[]>)[name] ?? [];
}

export async function findValidator(subject: string): Promise<Validator> {
  const entry = subjects[subject];
  if (entry === undefined) throw new Error(`no validator of ${subject}`);
  return entry.load();
}

export function eventSet(): EventSet {
  const [set] = eventSets;
  if (set === undefined) throw new Error("the contracts have no events");
  return set;
}

/** Freezes a value deeply, so modifying it throws. */
export function frozen<T>(value: T): T {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (next === null || typeof next !== "object" || Object.isFrozen(next)) continue;
    Object.freeze(next);
    for (const item of Object.values(next)) open.push(item);
  }
  return value;
}
