import { fromPointer } from "../../runtime/json-pointer/index.js";
import { type Contracts, type Counterexample, diagnose, type Example } from "../read/contracts.js";
import type { Diagnostic } from "../read/diagnostic.js";
import { messagesOf } from "../read/messages.js";
import { type Ajv, createAjv, schemaUri } from "../validation/ajv.js";
import { describeError } from "../validation/describe-error.js";
import { errorsOf } from "./errors-of.js";
import { checkInlineExamples } from "./inline-examples.js";

/** What an example that doesn't match its schema is: an error, a warning, or not looked at. */
export type ExampleCheck = "error" | "warn" | "off";

/** Examples must pass the schema of their subject, counterexamples must give exactly the errors they announce. */
export function checkExamples(contracts: Contracts, check: ExampleCheck): Diagnostic[] {
  if (check === "off") return [];
  const subjects = subjectUris(contracts);
  const ajv = createAjv(contracts, { allErrors: true });
  const found = [
    ...contracts.examples.flatMap((example) => checkExample(ajv, subjects, example)),
    ...contracts.counterexamples.flatMap((example) => checkCounterexample(ajv, subjects, example)),
    ...checkInlineExamples(contracts),
  ];
  return check === "error" ? found : found.map((diagnostic) => ({ ...diagnostic, severity: "warning" }));
}

/** The URI of the schema of each subject: an event's name, a message's key, a schema's name. */
export function subjectUris(contracts: Contracts): ReadonlyMap<string, string> {
  const uris = new Map<string, string>();
  for (const document of contracts.schemas) {
    uris.set(
      schemaName(contracts.names.get(document.path) ?? document.file),
      schemaUri(contracts, document, []),
    );
  }
  for (const document of contracts.asyncapi) {
    for (const { key, name, payload } of messagesOf(contracts, document)) {
      if (payload) uris.set(name ?? key, schemaUri(contracts, payload.document, payload.tokens));
    }
  }
  return uris;
}

/** `schemas/access-change.schema.yaml` is `access-change`. */
export function schemaName(path: string): string {
  return (path.split("/").at(-1) ?? path).replace(/(\.schema)?\.(ya?ml|json)$/, "");
}

function checkExample(
  ajv: Ajv,
  subjects: ReadonlyMap<string, string>,
  { subject, document }: Example,
): Diagnostic[] {
  const uri = subjects.get(subject);
  if (uri === undefined) return [orphan(subjects, { subject, document })];
  return errorsOf(ajv, uri, document.value).map((error) =>
    diagnose(document, fromPointer(error.instancePath), {
      code: "example-invalid",
      message: describeError(error, document.value),
      hint: `The example must pass the schema of \`${subject}\`: mend the one that is wrong.`,
    }),
  );
}

function checkCounterexample(
  ajv: Ajv,
  subjects: ReadonlyMap<string, string>,
  example: Counterexample,
): Diagnostic[] {
  const { subject, document, expected, expectation } = example;
  const uri = subjects.get(subject);
  if (uri === undefined) return [orphan(subjects, { subject, document })];
  const wanted = expected.map(({ pointer, keyword, line, property, rule }) =>
    show({ pointer, keyword, line, detail: property ?? rule }),
  );
  const actual = errorsOf(ajv, uri, document.value).map((error) => {
    const { missingProperty, additionalProperty, unevaluatedProperty, rule } = error.params as Record<
      string,
      string | undefined
    >;
    const { line } = document.locate(fromPointer(error.instancePath));
    return show({
      pointer: error.instancePath,
      keyword: error.keyword,
      line,
      detail: missingProperty ?? additionalProperty ?? unevaluatedProperty ?? rule,
    });
  });
  if (unique(wanted) === unique(actual)) return [];
  const message = `${document.file} gives ${actual.length === 0 ? "no error" : actual.join("; ")}, not ${wanted.join("; ")}`;
  const hint = "Mend the counterexample, its expectation or the schema, whichever is wrong.";
  return [
    diagnose(expectation.document, expectation.tokens, {
      code: "example-invalid",
      message,
      hint,
      target: "key",
    }),
  ];
}

/** A base schema and the one that narrows it may both report one fault. */
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
  return `${keyword}${detail === undefined ? "" : ` (${detail})`} at ${pointer || "the root"} in line ${line}`;
}

function orphan(
  subjects: ReadonlyMap<string, string>,
  { subject, document }: Pick<Example, "subject" | "document">,
): Diagnostic {
  const hint = `The folder is named after an event or a schema: ${[...subjects.keys()].slice(0, 5).join(", ")}, ….`;
  return diagnose(document, [], {
    code: "example-orphan",
    message: `no event and no schema is named \`${subject}\``,
    hint,
  });
}
