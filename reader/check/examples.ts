import { fromPointer } from "@oipkit/runtime/json-pointer";
import { type Contracts, type Counterexample, diagnose, type Example } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import { messagesOf } from "../documents/messages.js";
import { type Place, placeAt } from "../documents/place.js";
import { SchemaNames } from "../documents/schema-names.js";
import { type InstanceChecks, instanceChecks } from "../validation/instances.js";
import { checkEventExamples } from "./event-examples.js";
import { checkInlineExamples } from "./inline-examples.js";

/** How to treat an example that doesn't match its schema: as an error, as a warning, or not checked. */
export type ExampleCheck = "error" | "warn" | "off";

/** Examples must match the schema of their subject; counterexamples must cause exactly the errors that they expect. */
export function checkExamples(contracts: Contracts, check: ExampleCheck | undefined): Diagnostic[] {
  if (check === "off") return [];
  const subjects = subjectPlaces(contracts);
  const checks = instanceChecks(contracts);
  const files = [
    ...contracts.examples.flatMap((example) => checkExample(checks, subjects, example)),
    ...contracts.counterexamples.flatMap((example) => checkCounterexample(checks, subjects, example)),
  ];
  const inline = checkInlineExamples(contracts);
  return [
    ...(check === "warn" ? files.map(asWarning) : files),
    ...(check === "error" ? inline : inline.map(asWarning)),
    ...checkEventExamples(contracts, checks),
  ];
}

function asWarning(diagnostic: Diagnostic): Diagnostic {
  return { ...diagnostic, severity: "warning" };
}

/** The schema of each subject: an event's name, a message's key, a schema's name. */
function subjectPlaces(contracts: Contracts): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const names = new SchemaNames(contracts);
  for (const document of contracts.schemas)
    places.set(names.take(document.path, document.file), placeAt(document, []));
  for (const document of contracts.asyncapi)
    for (const { key, name, payload } of messagesOf(contracts, document))
      if (payload) places.set(name ?? key, payload);
  return places;
}

function checkExample(
  checks: InstanceChecks,
  subjects: ReadonlyMap<string, Place>,
  { subject, document }: Example,
): Diagnostic[] {
  const schema = subjects.get(subject);
  // A folder in another one is a subject only if its path is the name of an event.
  if (schema === undefined) return subject.includes("/") ? [] : [orphan(subjects, { subject, document })];
  return checks.check(schema, document.value).map(({ pointer, fields: [field = pointer] = [], message }) =>
    diagnose(document, fromPointer(field), {
      code: "example-invalid",
      message,
      hint: `The example must match the schema of \`${subject}\`: fix whichever is wrong.`,
    }),
  );
}

function checkCounterexample(
  checks: InstanceChecks,
  subjects: ReadonlyMap<string, Place>,
  example: Counterexample,
): Diagnostic[] {
  const { subject, document, expected, expectation } = example;
  const schema = subjects.get(subject);
  if (schema === undefined) return [orphan(subjects, { subject, document })];
  const wanted = expected.map(({ pointer, keyword, line, property, rule }) =>
    show({ pointer, keyword, line, detail: property ?? rule }),
  );
  const actual = checks.check(schema, document.value).map(({ pointer, keyword, property, rule }) => {
    const { line } = document.locate(fromPointer(pointer));
    return show({ pointer, keyword, line, detail: property ?? rule });
  });
  if (unique(wanted) === unique(actual)) return [];
  const message = `expected ${document.file} to fail with ${wanted.join("; ")}, but got ${actual.length === 0 ? "no error" : actual.join("; ")}`;
  const hint = "Fix the counterexample, its expectation or the schema, whichever is wrong.";
  return [
    diagnose(expectation.document, expectation.tokens, {
      code: "example-invalid",
      message,
      hint,
      target: "key",
    }),
  ];
}

/** A base schema and the schema that narrows it may both report the same error. */
function unique(errors: readonly string[]): string {
  return [...new Set(errors)].sort().join("\n");
}

function show({
  pointer,
  keyword,
  line,
  detail,
}: {
  pointer: string;
  keyword: string;
  line: number;
  detail: string | undefined;
}): string {
  return `${keyword}${detail === undefined ? "" : ` (${detail})`} at ${pointer || "the root"} on line ${line}`;
}

function orphan(
  subjects: ReadonlyMap<string, Place>,
  { subject, document }: Pick<Example, "subject" | "document">,
): Diagnostic {
  const hint = `Name the folder after an event or a schema: ${[...subjects.keys()].slice(0, 5).join(", ")}, ….`;
  return diagnose(document, [], {
    code: "example-orphan",
    message: `there is no event or schema named \`${subject}\``,
    hint,
  });
}
