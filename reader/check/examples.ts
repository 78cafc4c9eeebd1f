import { fromPointer } from "@oipkit/runtime/json-pointer";
import { documentMessages, type MessageSource } from "../documents/asyncapi/messages.js";
import { type Contracts, type Counterexample, diagnose, type Example } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import type { Document } from "../documents/document.js";
import { type Place, placeAt } from "../documents/place.js";
import { SchemaNames } from "../documents/schema-names.js";
import { type InstanceChecks, instanceChecks } from "../validation/instances.js";
import { type EventExamples, eventExamples } from "../validation/synthesis/event-examples.js";
import { SchemaError } from "../validation/violation.js";
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
  const ofFiles = check === "warn" ? files.map(asWarning) : files;
  const ofContracts = check === "error" ? inline : inline.map(asWarning);
  return [...ofFiles, ...ofContracts, ...checkEventExamples(contracts, checks)];
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
    for (const { key, name, payload } of documentMessages(contracts, document))
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
  if (schema === undefined) {
    if (subject.includes("/")) return [];
    return [orphan(subjects, { subject, document })];
  }
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
  const got = actual.length === 0 ? "no error" : actual.join("; ");
  const message = `expected ${document.file} to fail with ${wanted.join("; ")}, but got ${got}`;
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
  const where = `at ${pointer || "the root"} on line ${line}`;
  if (detail === undefined) return `${keyword} ${where}`;
  return `${keyword} (${detail}) ${where}`;
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

const cost = "there is no fixture, no conformance case tests it, and `oipkit send` can't send it";

/**
 * Warns about each event of a webhook protocol for which the contracts have no example: one is made from the schema, or
 * there is none.
 */
function checkEventExamples(contracts: Contracts, checks: InstanceChecks): Diagnostic[] {
  const subjects = new Set(contracts.examples.map(({ subject }) => subject));
  return contracts.asyncapi.filter(hasProtocol).flatMap((document) => {
    const shape = readProtocol(document)?.event;
    const found = documentMessages(contracts, document)
      .filter(({ key, name }) => !subjects.has(key) && (name === undefined || !subjects.has(name)))
      .flatMap((message) => {
        const { place, payload } = message;
        const examples = payload && examplesAt(checks, { place, payload, shape });
        if (examples === undefined || examples.kind === "inline") return [];
        return [{ message, examples }];
      });
    const isBare = subjects.size === 0 && found.every(({ examples }) => examples.kind === "synthesised");
    if (isBare && found.length > 1) return [noExamples(document)];
    return found.map(({ message, examples }) => warning(message, examples));
  });
}

function examplesAt(
  checks: InstanceChecks,
  options: Parameters<typeof eventExamples>[1],
): EventExamples | undefined {
  try {
    return eventExamples(checks, options);
  } catch (error) {
    // Another check reports the schema.
    if (error instanceof SchemaError) return undefined;
    throw error;
  }
}

function noExamples(document: Document): Diagnostic {
  return diagnose(document, ["x-webhook-protocol"], {
    severity: "warning",
    code: "event-without-example",
    message:
      "no event has an example: fixtures, conformance cases and `oipkit send` use ones made from the schemas",
    hint: "Add a JSON document for each event to `examples/<event>/` in the contracts' folder, or `examples` to the messages, to use realistic values.",
    target: "key",
  });
}

function warning({ key, name = key, place }: MessageSource, found: EventExamples): Diagnostic {
  const where = `Add a JSON document to \`examples/${name}/\` next to the contract`;
  const common = { severity: "warning", code: "event-without-example", target: "key" } as const;
  if (found.kind === "none") {
    const message = `the event \`${name}\` has no example, and ${reason(found)}: ${cost}`;
    return diagnose(place.document, place.tokens, { ...common, message, hint: `${where}.` });
  }
  return diagnose(place.document, place.tokens, {
    ...common,
    message: `the event \`${name}\` has no example: fixtures, conformance cases and \`oipkit send\` use one made from its schema`,
    hint: `${where}, or \`examples\` to the message, to use realistic values.`,
  });
}

function reason({ pointer, reason: why }: Extract<EventExamples, { kind: "none" }>): string {
  if (why === "too-many-choices") return "its schema has too many choices to make one";
  if (pointer === "") return "none can be made from its schema";
  return `no valid value can be made for ${pointer}`;
}

function hasProtocol(document: Document): boolean {
  return readProtocol(document) !== undefined;
}

function readProtocol({ value }: Document): { readonly event?: unknown } | undefined {
  return (value as { "x-webhook-protocol"?: { readonly event?: unknown } })["x-webhook-protocol"];
}
