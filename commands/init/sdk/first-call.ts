import { type CallCode, callCode } from "../../../generator/emit/client/call-code.js";
import type { Contracts } from "../../../reader/documents/contracts.js";
import { contractExamples } from "../../../reader/documents/openapi/contract-examples.js";
import { below, childPlaces, dereference, type Place } from "../../../reader/documents/place.js";
import { isUsable } from "../../../reader/model/api-access.js";
import type { HttpApi, HttpOperation, Model } from "../../../reader/model/model.js";
import { type Code, code } from "../../../reader/text/code/code.js";
import { literal } from "../../../reader/text/code/literal.js";
import { SchemaError } from "../../../reader/validation/violation.js";
import { hasSchema, type MockSchemas, madeArgument, mockSchemas } from "../../mock/index.js";

/** The shortest useful program of an API: one call, with values that its contract accepts. */
export interface FirstCall {
  /** Name of the API's folder. */
  readonly api: string;
  readonly title: string;
  /** What stands between the import and the call, and the call itself. */
  readonly program: Code;
  /** Variables that it reads, beside `API_URL`. */
  readonly variables: readonly string[];
}

/** Where `oipkit mock` listens. */
const mockUrl = "http://127.0.0.1:4010";

/** The first call of the first API that has an operation whose arguments can be made; `undefined` if there is none. */
export function chooseFirstCall(contracts: Contracts, { apis }: Model): FirstCall | undefined {
  const schemas = mockSchemas(contracts);
  for (const api of apis) {
    const callable = api.operations.filter(isCallable);
    const ranked = callable.toSorted((a, b) => effort(a) - effort(b));
    // The first ones take the least; one that can't be called by hand is rare.
    for (const operation of ranked.slice(0, 20)) {
      const values = argumentsIn(operation, { contracts, schemas });
      if (values !== undefined) return firstCall(api, operation, values);
    }
  }
  return undefined;
}

function isCallable({ kind, server, responses }: HttpOperation): boolean {
  return kind === "path" && server === undefined && responses.every(({ hasItems }) => !hasItems);
}

/** Reading without credentials comes first, then what has few arguments. */
function effort({ security, httpMethod, parameters, body, deprecated }: HttpOperation): number {
  const needed = parameters.filter(({ required }) => required).length + (body?.required ? 2 : 0);
  const isOpen = security.length === 0 || security.some((each) => each.length === 0);
  return (deprecated ? 1_000 : 0) + (isOpen ? 0 : 200) + (httpMethod === "GET" ? 0 : 100) + needed;
}

interface Making {
  readonly contracts: Contracts;
  readonly schemas: MockSchemas;
}

/** The required members of a request; `undefined` if one of them can't be made. */
function argumentsIn(
  { parameters, body, place }: HttpOperation,
  making: Making,
): Readonly<Record<string, unknown>> | undefined {
  const members: [string, unknown][] = [];
  for (const { key, required, contentType, place: declared } of parameters) {
    if (!required) continue;
    const holder = contentType === undefined ? declared : below(below(declared, "content"), contentType);
    const made = madeMember(holder, making);
    if (made === undefined) return undefined;
    members.push([key, made.value]);
  }
  if (body?.required) {
    const declared = dereference(making.contracts, below(place, "requestBody"));
    const [media, ...others] = childPlaces(below(declared, "content"));
    if (media === undefined || others.length > 0 || !/^[^*;]+[/+]json$/i.test(media[0])) return undefined;
    const made = madeMember(media[1], making);
    if (made === undefined) return undefined;
    members.push(["body", made.value]);
  }
  return Object.fromEntries(members);
}

function madeMember(holder: Place, { contracts, schemas }: Making): { readonly value: unknown } | undefined {
  const schema = below(holder, "schema");
  const examples = contractExamples(contracts, holder);
  if (!hasSchema(schema)) return examples[0];
  const example = examples.find(({ value }) => isAccepted(schemas, schema, value));
  if (example !== undefined) return example;
  const made = madeArgument(schemas, schema);
  if (made.kind === "value") return made;
  return undefined;
}

/** Whether a request may have a value: examples of a contract may be wrong. */
function isAccepted(schemas: MockSchemas, schema: Place, value: unknown): boolean {
  try {
    return schemas.validator(schema, "request").check(value, { all: false }).length === 0;
  } catch (error) {
    // No validator can be made of the schema, so the example is as good as any.
    if (error instanceof SchemaError || error instanceof SyntaxError) return true;
    throw error;
  }
}

function firstCall(
  api: HttpApi,
  operation: HttpOperation,
  values: Readonly<Record<string, unknown>>,
): FirstCall {
  const [server] = api.servers;
  const url = server !== undefined && isUsable(server) && !server.url.includes("{") ? server.url : mockUrl;
  const baseUrl = code`process.env.API_URL ?? ${literal(url)}`;
  const { program, variables }: CallCode = callCode(api, operation, { baseUrl, values });
  return {
    api: api.name,
    title: api.title,
    variables,
    program: code`${program}
console.log(answer.ok ? answer.body : ${code`\`refused with status \${answer.status}\``});`,
  };
}
