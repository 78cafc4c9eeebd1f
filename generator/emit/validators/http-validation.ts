import type { HttpApi, HttpOperation } from "../../model/model.js";
import { sourceOf } from "../../model/schemas.js";
import type { Contracts } from "../../read/contracts.js";
import { below, dereference, entriesOf, keyOf, type Place, placeAt } from "../../read/place.js";
import { isSchemaObject, walkSchema } from "../../read/schema-walk.js";
import { type Code, code, empty } from "../../render/code.js";
import { docComment } from "../../render/comment.js";
import { inlineLiteral, literal, valueKey } from "../../render/literal.js";
import { scriptText } from "../../render/script.js";
import type { Render, View } from "../../render/template.js";
import { asDraft202012 } from "../../validation/openapi30.js";
import { validatorsBody } from "../../validation/standalone.js";
import type { EmitInput } from "../emit-input.js";
import { fileHeader, type GeneratedFile, sourceLink } from "../file.js";

/**
 * `<api>/validation.ts`, what a client takes as `validation`, and `validators/<api>.operations.js`, the validators
 * that it stands on: those of the parameters and the JSON bodies of all operations, in one module.
 */
export function emitHttpValidation(input: EmitInput, api: HttpApi, render: Render): GeneratedFile[] {
  const contracts = asDraft202012(input.contracts);
  const { body, operations, failed } = compiled(contracts, api);
  if (operations.length === 0) return [];
  const header = fileHeader([api.source]);
  const module = `validators/${api.name}.operations`;
  const doc = docComment(
    [
      "The validators of each operation: of its parameters by key, of its bodies by media type.",
      failed.length === 0
        ? undefined
        : `Not checked, since no validator can be made of it: ${failed.join(", ")}.`,
    ],
    [],
  );
  const view = { header, doc, module: literal(`../${module}.js`) };
  return [
    { path: `${module}.js`, text: render("operation-validators.js", { header, doc, body, operations }) },
    { path: `${module}.d.ts`, text: render("operation-validators.d.ts", { header, doc }) },
    { path: `${api.name}/validation.ts`, text: render("http-validation.ts", view) },
  ];
}

/**
 * The validators of an API's operations, and the places of schemas that no validator can be made of: contracts of
 * others hold some, and nobody else needs them to be right.
 */
function compiled(contracts: Contracts, api: HttpApi): { body: Code; operations: View[]; failed: string[] } {
  const attempt = (failed: ReadonlySet<string>) => {
    const subjects = new Subjects(failed);
    const operations = operationsOf(contracts, api, subjects);
    return { list: subjects.list, operations };
  };
  const all = attempt(new Set());
  try {
    const body = all.operations.length === 0 ? empty : scriptText(validatorsBody(contracts, all.list));
    return { body, operations: all.operations, failed: [] };
  } catch (error) {
    const failed = all.list.filter((subject) => !compiles(contracts, subject)).map(({ place }) => place);
    if (failed.length === 0) throw error;
    const { list, operations } = attempt(new Set(failed.map(keyOf)));
    const places = failed.map((place) => sourceLink(sourceOf(contracts, place)));
    const body = list.length === 0 ? empty : scriptText(validatorsBody(contracts, list));
    return { body, operations, failed: [...new Set(places)] };
  }
}

function compiles(contracts: Contracts, subject: Subjects["list"][number]): boolean {
  try {
    validatorsBody(contracts, [subject]);
    return true;
  } catch {
    return false;
  }
}

function operationsOf(contracts: Contracts, api: HttpApi, subjects: Subjects): View[] {
  return api.operations
    .filter(({ kind }) => kind === "path")
    .flatMap((operation) => {
      const checks = checksOf(contracts, operation, subjects);
      const id = operation.operationId ?? `${operation.httpMethod} ${operation.path}`;
      return checks === undefined ? [] : [{ id: valueKey(id), checks }];
    });
}

/** The schemas to compile, each once. */
class Subjects {
  readonly list: { place: Place; phrase: string }[] = [];
  readonly #indexes = new Map<string, number>();

  /** `failed`: keys of the places that no validator can be made of. */
  constructor(readonly failed: ReadonlySet<string>) {}

  /** An expression for the validator of a schema; nothing where there is none, or where the schema says nothing. */
  check(place: Place, phrase: string): Code | undefined {
    if (!says(place) || this.failed.has(keyOf(place))) return undefined;
    const key = `${keyOf(place)} ${phrase}`;
    const index = this.#indexes.get(key) ?? this.list.push({ place, phrase }) - 1;
    this.#indexes.set(key, index);
    return code`check(${literal(index)})`;
  }
}

function checksOf(contracts: Contracts, operation: HttpOperation, subjects: Subjects): Code | undefined {
  const parameters = operation.parameters.flatMap(({ key, place }) => {
    const schema = below(translated(contracts, place), "schema");
    const check = subjects.check(schema, "the value");
    return check ? [[key, check] as const] : [];
  });
  const place = translated(contracts, operation.place);
  const body = bodyChecks(contracts, below(place, "requestBody"), {
    subjects,
    absent: "readOnly",
  });
  const answers = entriesOf(below(place, "responses")).flatMap(([status, response]) => {
    const checks = bodyChecks(contracts, response, { subjects, absent: "writeOnly" });
    return checks === undefined ? [] : [[status, checks] as const];
  });
  const checks = {
    parameters: parameters.length === 0 ? undefined : recordOf(parameters),
    body,
    answers: answers.length === 0 ? undefined : recordOf(answers),
  };
  return Object.values(checks).some((check) => check !== undefined) ? inlineLiteral(checks) : undefined;
}

/** The same place where OpenAPI 3.0 is told in JSON Schema 2020-12. */
function translated(contracts: Contracts, { document, tokens }: Place): Place {
  return placeAt(contracts.documents.get(document.path) ?? document, tokens);
}

/** The validators of JSON bodies, by media type. */
function bodyChecks(
  contracts: Contracts,
  reference: Place,
  { subjects, absent }: { subjects: Subjects; absent: "readOnly" | "writeOnly" },
): Code | undefined {
  if (reference.value === undefined) return undefined;
  const content = below(dereference(contracts, reference), "content");
  const checks = entriesOf(content).flatMap(([type, media]) => {
    const schema = below(media, "schema");
    const isJson = /^[^;*]*[/+]json\s*(?:;|$)/i.test(type);
    const check =
      isJson && !requiresAbsent(contracts, schema, absent) ? subjects.check(schema, "the body") : undefined;
    return check ? [[type, check] as const] : [];
  });
  return checks.length === 0 ? undefined : recordOf(checks);
}

/** Own properties whatever their names. */
function recordOf(entries: readonly (readonly [string, Code])[]): Code {
  return code`{ ${entries.map(([key, value]) => code`${valueKey(key)}: ${value}`)} }`;
}

/** Whether a schema asserts anything. */
function says({ value }: Place): boolean {
  return isSchemaObject(value) && Object.keys(value).some((key) => !key.startsWith("x-"));
}

/**
 * Whether a schema, or one that it refers to, requires a property that is absent in this direction: `readOnly`
 * ones in requests, `writeOnly` ones in answers. A validator would then find fault with what is right.
 */
function requiresAbsent(contracts: Contracts, root: Place, absent: "readOnly" | "writeOnly"): boolean {
  const seen = new Set<string>();
  const open = [root];
  for (let place = open.pop(); place; place = open.pop()) {
    if (seen.has(keyOf(place)) || !isSchemaObject(place.value)) continue;
    seen.add(keyOf(place));
    for (const [tokens, schema] of walkSchema(place.value)) {
      const at = below(place, ...tokens);
      if (typeof schema.$ref === "string") open.push(dereference(contracts, at));
      const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
      for (const [name, property] of entriesOf(below(at, "properties"))) {
        const { [absent]: isAbsent } = dereference(contracts, property).value as Record<string, unknown>;
        const { [absent]: isAbsentHere } = property.value as Record<string, unknown>;
        if (required.includes(name) && (isAbsent === true || isAbsentHere === true)) return true;
      }
    }
  }
  return false;
}
