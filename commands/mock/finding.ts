import { toPointer } from "@oipkit/runtime/json-pointer";
import { exactNumbersIn } from "../../reader/documents/exact-number.js";
import type { Violation } from "../../reader/validation/violation.js";
import type { MockFinding, Part } from "./exchange.js";

/** Where something was found. */
export interface FindingPlace {
  readonly side: MockFinding["side"];
  readonly in: Part;
  readonly name?: string;
}

/** A finding that no schema makes. */
export function finding(
  place: FindingPlace,
  { code, message, help }: { readonly code: string; readonly message: string; readonly help: string },
): MockFinding {
  return { ...place, code, pointer: "", message, help };
}

/** The findings of a validator, as `oipkit validate` has them. */
export function findingsOf(place: FindingPlace, violations: readonly Violation[]): readonly MockFinding[] {
  return violations.map(({ code, pointer, message, schemaPointer, clause, level }) => ({
    ...place,
    code,
    pointer,
    message: pointer === "" ? message.replace(/^the document(?= )/, () => subjectOf(place)) : message,
    help: `Fix the ${place.side}, or the contract if the ${place.side} is right.`,
    ...(level !== undefined && { level: "warning" as const }),
    ...(schemaPointer !== undefined && { schemaPointer }),
    ...(clause !== undefined && { clause }),
  }));
}

/** What a value is called that isn't a document of its own. */
function subjectOf({ side, in: part, name }: FindingPlace): string {
  if (part === "body") return side === "request" ? "the body" : "the answer's body";
  const noun = part === "header" ? "header" : part === "cookie" ? "cookie" : `${part} parameter`;
  return `the ${noun} \`${name ?? ""}\``;
}

/** A schema that can't be compiled: nothing is checked by it. */
export function unusable(place: FindingPlace, cause: Error): MockFinding {
  return {
    ...finding(place, {
      code: "schema-unusable",
      message: `isn't checked, since its schema can't be compiled: ${cause.message.split("\n", 1)[0]}`,
      help: "Fix the schema in the contract.",
    }),
    level: "warning",
  };
}

/** A body of a media type that isn't read, though its schema says something about it. */
export function unread(place: FindingPlace, type: string): MockFinding {
  return {
    ...finding(place, {
      code: "body-unchecked",
      message: `isn't checked, since nothing reads \`${type}\``,
      help: "Check it in a test of your own, or describe it as JSON.",
    }),
    level: "warning",
  };
}

/** As many as a validator reports of one value. */
const mostRounded = 1000;

/** A warning for each number of a value that its validator was given rounded. */
export function roundedNumbers(place: FindingPlace, value: unknown): readonly MockFinding[] {
  const found: MockFinding[] = [];
  for (const { tokens } of exactNumbersIn(value)) {
    if (found.length === mostRounded) break;
    const code = "number-rounded";
    const message = "no double holds this number, so it was checked as the nearest one";
    const help = "Send it as a string if its last digits matter: JSON parsers of many languages round it.";
    found.push({ ...finding(place, { code, message, help }), pointer: toPointer(tokens), level: "warning" });
  }
  return found;
}

/** Whether a finding breaks the contract. */
export function isError({ level }: MockFinding): boolean {
  return level === undefined;
}
