import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Absent } from "../../../reader/documents/in-direction.js";
import { saysMoreThanText } from "../../../reader/documents/joint-schemas.js";
import {
  below,
  childPlaces,
  dereference,
  isOnlyReference,
  type Place,
  placeAt,
  referredSchema,
} from "../../../reader/documents/place.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import { mayBeJson } from "../../../reader/model/http-subjects.js";
import type { HttpApi, HttpIncoming, HttpOperation, HttpParameter } from "../../../reader/model/model.js";
import { code, indent, join } from "../../../reader/text/code/code.js";
import { docComment } from "../../../reader/text/code/comment.js";
import { literal, valueKey } from "../../../reader/text/code/literal.js";
import { SchemaError } from "../../../reader/validation/violation.js";
import type { Render } from "../../render/template.js";
import { fileHeader, type GeneratedFile } from "../file.js";
import { incomingParameters, isRead } from "../incoming-parameters.js";
import { type CheckOf, type Checks, type CheckTable, checksCode, headerChecks } from "./checks.js";
import type { ValidatorModules } from "./modules.js";
import { type Unchecked, uncheckedList } from "./unchecked.js";

/** The schemas of an API's operations, or of the requests that it sends, each in a module in `validators/`. */
interface ApiOperations {
  readonly api: HttpApi;
  /** The module of their validators. */
  readonly module: string;
  readonly operations: readonly (readonly [id: string, checks: Checks])[];
  /** What the contract describes and nothing checks. */
  readonly unchecked: readonly Unchecked[];
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
    const parameters = incomingParameters(operation);
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
  const unchecked: Unchecked[] = [];
  const makeCheck: CheckOf = (place, { absent, phrase, name, what }) => {
    if (!isAssertive(place.value)) return undefined;
    try {
      const schema = target(modules, place);
      const definition = modules.definition(schema, absent);
      if (schema === place) modules.put(definition, module, { wanted: sharedName(place) ?? name });
      else modules.share(definition);
      return { definition, phrase };
    } catch (error) {
      if (!(error instanceof SchemaError)) throw error;
      unchecked.push({ place, what, reason: unusable(error) });
      return undefined;
    }
  };
  const operations = named.flatMap(([id, operation]) => {
    const checks = subjectChecks(modules, { id, operation, direction, unchecked }, makeCheck);
    if (Object.values(checks).every((each) => each === undefined)) return [];
    return [[id, checks] as const];
  });
  return { api, module, operations, unchecked };
}

/**
 * The name of a schema inside a part that several operations may share, made of its own place: named after the first of them, it would
 * change with that one. `undefined` if it belongs to one operation.
 */
function sharedName({ document, tokens }: Place): string | undefined {
  const [part, kind = "", name = "", ...rest] = tokens;
  if (part === "components") {
    const inner = rest.filter((token) => !["schema", "content"].includes(token) && !token.includes("/"));
    const what = kind.replace(/(?:ies|s)$/, (end) => (end === "ies" ? "y" : ""));
    const isSaid = name.toLowerCase().endsWith(what.toLowerCase());
    return [name, ...(isSaid ? [] : [what]), ...inner].join(" ");
  }
  if (part !== "paths" || name !== "parameters") return undefined;
  const { value } = placeAt(document, tokens.slice(0, 4));
  const { name: own } = (value ?? {}) as { readonly name?: unknown };
  return `${kind} ${typeof own === "string" ? own : ""} parameter`;
}

/** Whether a schema may say something about values. */
function isAssertive(value: unknown): boolean {
  if (value === false) return true;
  return isSchemaObject(value) && Object.keys(value).some((key) => !key.startsWith("x-"));
}

/** Why no validator can be made of a schema. */
export function unusable({ message }: SchemaError): string {
  return `no validator can be made of its schema: ${message.split("\n", 1)[0]}`;
}

/** A schema that is nothing but a reference is the one that it refers to; keywords next to a `$ref` apply, wherever they are. */
export function target(modules: ValidatorModules, place: Place): Place {
  if (!isOnlyReference(place.value)) return place;
  return referredSchema(modules.contracts, place, place.value.$ref);
}

interface Subject {
  readonly id: string;
  readonly operation: HttpOperation;
  readonly direction: Direction;
  /** Collects what isn't checked. */
  readonly unchecked: Unchecked[];
}

function subjectChecks(modules: ValidatorModules, subject: Subject, makeCheck: CheckOf): Checks {
  const { id, operation, direction, unchecked } = subject;
  const { typeName } = operation;
  const parameters = operation.parameters.flatMap((parameter) => {
    const { key, name, in: where } = parameter;
    const schema = parameterSchema(modules, parameter);
    const what = `the ${where} parameter \`${name}\` of \`${id}\``;
    const reason = whyUnread(modules.input.contracts, parameter, direction);
    if (reason !== undefined) {
      if (saysMoreThanText(modules.contracts, schema)) unchecked.push({ place: schema, what, reason });
      return [];
    }
    const check = makeCheck(schema, { phrase: "the value", name: `${typeName} ${key}`, what });
    if (check === undefined) return [];
    return [[key, check] as const];
  });
  const place = modules.translated(operation.place);
  const bodies = (reference: Place, { absent, name, what }: Pick<Body, "absent" | "name" | "what">) =>
    bodyChecks(modules, reference, { makeCheck, absent, name: `${typeName} ${name}`, what, unchecked });
  const responses = direction === "in" ? [] : childPlaces(below(place, "responses"));
  const answers = responses.flatMap(([status, response]) => {
    const what = `the answer ${status} of \`${id}\``;
    const checks = bodies(response, { absent: "writeOnly", name: `answer ${status}`, what });
    if (checks === undefined) return [];
    return [[status, checks] as const];
  });
  const headers = responses.flatMap(([status, response]) => {
    const what = `the answer ${status} of \`${id}\``;
    const name = `${typeName} answer ${status}`;
    const checks = headerChecks(modules, response, { checkOf: makeCheck, name, what, unchecked });
    if (checks === undefined) return [];
    return [[status, checks] as const];
  });
  return {
    parameters: parameters.length === 0 ? undefined : parameters,
    body: bodies(below(place, "requestBody"), {
      absent: direction === "in" ? "writeOnly" : "readOnly",
      name: "body",
      what: `the body of \`${id}\``,
    }),
    answers: answers.length === 0 ? undefined : answers,
    headers: headers.length === 0 ? undefined : headers,
  };
}

/** The schema of a parameter: its own, or that of its media type. */
function parameterSchema(modules: ValidatorModules, { place, contentType }: HttpParameter): Place {
  const holder = modules.translated(place);
  if (contentType === undefined) return below(holder, "schema");
  return below(dereference(modules.contracts, below(holder, "content", contentType)), "schema");
}

/** Why generated code doesn't know the value that a parameter's schema describes; `undefined` if it does. */
function whyUnread(contracts: Contracts, parameter: HttpParameter, direction: Direction): string | undefined {
  const { contentType } = parameter;
  if (contentType !== undefined && !mayBeJson(contentType)) return `\`${contentType}\` isn't read`;
  if (direction === "in" && !isRead(contracts, parameter))
    return "only texts, numbers, booleans and lists of them are read";
  return undefined;
}

/** A body whose schemas are checked. */
interface Body {
  readonly makeCheck: CheckOf;
  readonly absent: Absent;
  readonly name: string;
  readonly what: string;
  readonly unchecked: Unchecked[];
}

/** The checks of bodies that may be JSON, by media type. */
function bodyChecks(
  modules: ValidatorModules,
  reference: Place,
  { makeCheck, unchecked, what, ...options }: Body,
): CheckTable | undefined {
  if (reference.value === undefined) return undefined;
  const content = below(dereference(modules.contracts, reference), "content");
  const checks = childPlaces(content).flatMap(([type, entry]) => {
    const media = dereference(modules.contracts, entry);
    const schema = below(media, "schema");
    const named = `${what} as \`${type}\``;
    if (mayBeJson(type)) {
      const check = makeCheck(schema, { ...options, phrase: "the body", what: named });
      if (check === undefined) return [];
      return [[type, check] as const];
    }
    for (const each of [schema, below(media, "itemSchema")])
      if (saysMoreThanText(modules.contracts, each))
        unchecked.push({ place: each, what: named, reason: `\`${type}\` isn't JSON` });
    return [];
  });
  if (checks.length === 0) return undefined;
  return checks;
}

/**
 * `<api>/validation.ts`, the `validation` option of a client, and `validators/<api>.operations.ts`, the validators
 * of the parameters and the JSON bodies of all operations.
 */
export function emitOperations(
  modules: ValidatorModules,
  collected: ApiOperations,
  render: Render,
): GeneratedFile[] {
  const { api, module, operations, unchecked } = collected;
  if (operations.length === 0 && unchecked.length === 0) return [];
  const files = emitChecks(modules, collected, render);
  if (operations.length === 0) return files;
  const view = { header: fileHeader([api.source]), module: literal(`../validators/${module}.js`) };
  return [...files, { path: `${api.name}/validation.ts`, text: render("http-validation.ts", view) }];
}

/** `validators/<module>.ts`: validators of parameters by key, of JSON bodies by media type, and of headers of answers by name. */
export function emitChecks(
  modules: ValidatorModules,
  { api, module, operations, unchecked }: ApiOperations,
  render: Render,
): GeneratedFile[] {
  const context = modules.context(module);
  context.use("findings");
  const list = operations.map(([id, checks]) => code`${valueKey(id)}: ${checksCode(context, checks)},`);
  const { imports, body } = modules.code(module);
  const header = fileHeader([api.source]);
  const hasHeaders = operations.some(([, { headers }]) => headers !== undefined);
  const doc = docComment([
    `The validators of each operation: of its parameters by key, of its bodies by media type${hasHeaders ? ", of the headers of its answers by name" : ""}.`,
    ...uncheckedList(modules.input.contracts, unchecked),
  ]);
  const view = { header, doc, imports, body, hasBody: !body.isEmpty, operations: indent(join(list, "\n")) };
  return [{ path: `validators/${module}.ts`, text: render("operation-validators.ts", view) }];
}
