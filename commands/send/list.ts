import { printable } from "../../reader/text/printable.js";
import type { Suite } from "../conform/suite/suite.js";
import { wrongCases } from "./choose.js";

/** Each event with its examples, one per line. */
export function eventList({ examples }: Suite): string {
  return Object.entries(examples)
    .map(([subject, cases]) => `${printable(`${subject}  ${Object.keys(cases).join(" ")}`)}\n`)
    .join("");
}

/** The examples of an event, then the cases that send an invalid delivery of it. */
export function caseList(suite: Suite, subject: string): string {
  const examples = Object.keys(suite.examples[subject] ?? {}).map(
    (name) => `${printable(`${subject}/${name}`)}\n`,
  );
  const cases = wrongCases(suite, subject);
  const wrong = cases.map(({ id, why }) => `--invalid ${printable(id)}\n    ${printable(why)}\n`);
  return [...examples, ...wrong].join("");
}
