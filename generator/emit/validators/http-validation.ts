import { isJsonMedia } from "../../model/http-subjects.js";
import type { HttpApi, HttpIncoming, HttpOperation } from "../../model/model.js";
import { sourceOf } from "../../model/schemas.js";
import {
  below,
  dereference,
  entriesOf,
  isOnlyReference,
  type Place,
  referredSchema,
} from "../../read/place.js";
import { isSchemaObject } from "../../read/schema-walk.js";
import { type Code, code, indent, join } from "../../render/code.js";
import { docComment } from "../../render/comment.js";
import { enclosed } from "../../render/enclosed.js";
import { literal, valueKey } from "../../render/literal.js";
import type { Render } from "../../render/template.js";
import type { ModuleContext } from "../../validation/code/module-context.js";
import type { Definition } from "../../validation/nodes/node.js";
import { SchemaError } from "../../validation/schema-error.js";
import { fileHeader, type GeneratedFile, sourceLink } from "../file.js";
import { incomingParameters, isRead } from "../webhooks/parameters.js";
import { AbsentProperties } from "./absent-properties.js";
import type { ValidatorModules } from "./modules.js";

/** The schemas of an API's operations, or of the requests that it sends, each in a module in `validators/`. */
export interface ApiOperations {
  readonly api: HttpApi;
  /** The module of their validators. */
  readonly module: string;
  readonly operations: readonly (readonly [id: string, checks: Checks])[];
  /** Schemas that can't be compiled to a validator; third-party contracts contain some. */
  readonly failed: readonly string[];
}

/** The checks of an operation. Records are by key, by media type, and by status and media type. */
interface Checks {
  readonly parameters: CheckRecord | undefined;
  readonly body: CheckRecord | undefined;
  readonly answers: CheckRecord<CheckRecord> | undefined;
}

type CheckRecord<T = Check> = readonly (readonly [string, T])[];

interface Check {
  readonly definition: Definition;
  readonly phrase: string;
}

/** Finds the checks of an API's operations, and puts the schemas that only they use into their module. */
export function collectOperations(modules: ValidatorModules, api: HttpApi): ApiOperations {
  const named = api.operations
    .filter(({ kind }) => kind === "path")
    .map(
      (operation) =>
        [operation.operationId ?? `${operation.httpMethod} ${operation.path}`, operation] as const,
    );
  return collect(modules, { api, module: `${api.name}.operations`, named, direction: "out" });
}

/** The same for the requests that an API sends. What is answered to them isn't checked. */
export function collectIncoming(modules: ValidatorModules, api: HttpApi): ApiOperations {
  const named = api.incoming.map(({ kind, name, typeName, operation }) => {
    const parameters = incomingParameters(operation).filter((each) => isRead(modules.input.contracts, each));
    const own = { ...operation, parameters, typeName: `${api.name} ${typeName} ${kind}` };
    return [incomingKey({ kind, name }), own] as const;
  });
  return collect(modules, { api, module: `${api.name}.webhooks`, named, direction: "in" });
}

/** The key of the checks of a request that an API sends. */
export function incomingKey({ kind, name }: Pick<HttpIncoming, "kind" | "name">): string {
  return `${kind} ${name}`;
}

interface Collection {
  readonly api: HttpApi;
  readonly module: string;
  readonly named: readonly (readonly [id: string, operation: HttpOperation])[];
  readonly direction: Direction;
}

/** Whether the generated code sends the requests, or gets them. */
type Direction = "in" | "out";

function collect(modules: ValidatorModules, { api, module, named, direction }: Collection): ApiOperations {
  const failed = new Set<string>();
  const checkOf = (place: Place, { phrase, name }: { readonly phrase: string; readonly name: string }) => {
    const { value } = place;
    if (!isSchemaObject(value) || !Object.keys(value).some((key) => !key.startsWith("x-"))) return undefined;
    try {
      const schema = target(modules, place);
      const definition = modules.definition(schema);
      if (schema === place) modules.put(definition, module, { wanted: name });
      else modules.share(definition);
      return { definition, phrase };
    } catch (error) {
      if (!(error instanceof SchemaError)) throw error;
      failed.add(sourceLink(sourceOf(modules.input.contracts, place)));
      return undefined;
    }
  };
  const { contracts } = modules;
  const absent = {
    body: new AbsentProperties(contracts, direction === "in" ? "writeOnly" : "readOnly"),
    answers: new AbsentProperties(contracts, "writeOnly"),
  };
  const operations = named.flatMap(([id, operation]) => {
    const checks = checksOf(modules, { operation, direction, absent }, checkOf);
    return Object.values(checks).every((each) => each === undefined) ? [] : [[id, checks] as const];
  });
  return { api, module, operations, failed: [...failed] };
}

/** A schema that is nothing but a reference is the one that it refers to; keywords next to a `$ref` apply, wherever they are. */
export function target(modules: ValidatorModules, place: Place): Place {
  if (!isOnlyReference(place.value)) return place;
  return referredSchema(modules.contracts, place, place.value.$ref);
}

type CheckOf = (
  place: Place,
  options: { readonly phrase: string; readonly name: string },
) => Check | undefined;

interface Subject {
  readonly operation: HttpOperation;
  readonly direction: Direction;
  readonly absent: Readonly<Record<"body" | "answers", AbsentProperties>>;
}

function checksOf(
  modules: ValidatorModules,
  { operation, direction, absent }: Subject,
  checkOf: CheckOf,
): Checks {
  const { typeName } = operation;
  const parameters = operation.parameters.flatMap(({ key, place }) => {
    const schema = below(modules.translated(place), "schema");
    const check = checkOf(schema, { phrase: "the value", name: `${typeName} ${key}` });
    return check === undefined ? [] : [[key, check] as const];
  });
  const place = modules.translated(operation.place);
  const bodies = (reference: Place, section: keyof typeof absent, name: string) =>
    bodyChecks(modules, reference, (schema) =>
      absent[section].areRequiredBy(schema)
        ? undefined
        : checkOf(schema, { phrase: "the body", name: `${typeName} ${name}` }),
    );
  const responses = direction === "in" ? [] : entriesOf(below(place, "responses"));
  const answers = responses.flatMap(([status, response]) => {
    const checks = bodies(response, "answers", `answer ${status}`);
    return checks === undefined ? [] : [[status, checks] as const];
  });
  return {
    parameters: parameters.length === 0 ? undefined : parameters,
    body: bodies(below(place, "requestBody"), "body", "body"),
    answers: answers.length === 0 ? undefined : answers,
  };
}

/** The checks of JSON bodies, by media type. */
function bodyChecks(
  modules: ValidatorModules,
  reference: Place,
  checkOf: (schema: Place) => Check | undefined,
): CheckRecord | undefined {
  if (reference.value === undefined) return undefined;
  const content = below(dereference(modules.contracts, reference), "content");
  const checks = entriesOf(content).flatMap(([type, media]) => {
    const check = isJsonMedia(type) ? checkOf(below(media, "schema")) : undefined;
    return check === undefined ? [] : [[type, check] as const];
  });
  return checks.length === 0 ? undefined : checks;
}

/**
 * `<api>/validation.ts`, the `validation` option of a client, and `validators/<api>.operations.js`, the validators
 * of the parameters and the JSON bodies of all operations.
 */
export function emitOperations(
  modules: ValidatorModules,
  collected: ApiOperations,
  render: Render,
): GeneratedFile[] {
  const { api, module, operations } = collected;
  if (operations.length === 0) return [];
  const files = emitChecks(modules, collected, render);
  const view = { header: fileHeader([api.source]), module: literal(`../validators/${module}.js`) };
  return [...files, { path: `${api.name}/validation.ts`, text: render("http-validation.ts", view) }];
}

/** `validators/<module>.js`: validators of parameters by key, and of JSON bodies by media type. */
export function emitChecks(
  modules: ValidatorModules,
  { api, module, operations, failed }: ApiOperations,
  render: Render,
): GeneratedFile[] {
  const context = modules.context(module);
  context.use("findings");
  const list = operations.map(([id, checks]) => code`${valueKey(id)}: ${checksCode(context, checks)},`);
  const { imports, body } = modules.code(module);
  const header = fileHeader([api.source]);
  const doc = docComment([
    "The validators of each operation: of its parameters by key, of its bodies by media type.",
    failed.length === 0
      ? undefined
      : `Not checked, since no validator can be made of it: ${failed.join(", ")}.`,
  ]);
  const view = { header, doc, imports, body, hasBody: !body.isEmpty, operations: indent(join(list, "\n")) };
  return [
    { path: `validators/${module}.js`, text: render("operation-validators.js", view) },
    { path: `validators/${module}.d.ts`, text: render("operation-validators.d.ts", { header, doc }) },
  ];
}

function checksCode(context: ModuleContext, { parameters, body, answers }: Checks): Code {
  const check = ({ definition, phrase }: Check): Code => {
    const validator = [context.accepts(definition), context.schema(definition), literal(phrase)] as const;
    return code`check({ accepts: ${validator[0]}, schema: ${validator[1]}, phrase: ${validator[2]} })`;
  };
  const record = (list: CheckRecord | undefined) =>
    list === undefined ? undefined : recordOf(list.map(([key, each]) => [key, check(each)]));
  const members = {
    parameters: record(parameters),
    body: record(body),
    answers:
      answers === undefined
        ? undefined
        : recordOf(answers.map(([status, checks]) => [status, record(checks) ?? code`{}`])),
  };
  return recordOf(
    Object.entries(members).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

/** Own properties, whatever their names. */
function recordOf(entries: readonly (readonly [string, Code])[]): Code {
  return enclosed(
    "object",
    entries.map(([key, value]) => code`${valueKey(key)}: ${value}`),
  );
}
