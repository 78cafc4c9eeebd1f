import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formatsPlugin from "ajv-formats";
import { parse } from "yaml";
import type { SmallAnswer, SmallRequest } from "../small-api.js";
import { readForm } from "./form-body.js";

/** A valid call of an operation, as its handler gets it. */
export interface HabitCall {
  /** The values of the path's parameters, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** The declared parameters of the query, with defaults. */
  // biome-ignore lint/suspicious/noExplicitAny: the contract says what it is
  readonly query: Readonly<Record<string, any>>;
  // biome-ignore lint/suspicious/noExplicitAny: the contract says what it is
  readonly body: any;
  /** Who calls; an empty text if anybody may. */
  readonly user: string;
  /** Path and query. */
  readonly url: string;
}

/** A request of somebody who may call the operation; it may still be invalid. */
export interface HabitRequest {
  readonly operation: string;
  readonly user: string;
  readonly request: SmallRequest;
}

/** What an operation does with a valid call. Throws `Refusal`. */
export type Handler = (call: HabitCall) => SmallAnswer;

/** An answer that isn't a success. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** What a server is made of. */
export interface ContractServer {
  readonly contract: string;
  /** By `operationId`. */
  readonly handlers: Readonly<Record<string, Handler>>;
  /** What is before the contract's paths. */
  readonly base?: string;
  /** Who has which token; without it, anybody may do everything. */
  readonly users?: Readonly<Record<string, string>>;
  /** The status for requests that break the contract. */
  readonly invalid?: number;
  /** The body of a refusal. */
  readonly refusalBody?: (refusal: Refusal) => unknown;
  /** Answers in place of an operation, by what it answers. Default: the same. */
  readonly around?: (request: HabitRequest, answer: () => SmallAnswer) => SmallAnswer;
}

interface Route {
  readonly id: string;
  readonly method: string;
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly isPublic: boolean;
  readonly parameters: readonly Parameter[];
  readonly isBodyRequired: boolean;
  readonly media: Readonly<Record<string, ValidateFunction>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly type: unknown;
  readonly fallback: unknown;
  readonly required: boolean;
  readonly validate: ValidateFunction;
}

// biome-ignore lint/suspicious/noExplicitAny: a document that the tests wrote
type Node = any;

/** Answers valid requests by the handlers, and refuses all others, as frameworks do that know the contract. */
export function serveContract(server: ContractServer): (request: SmallRequest) => SmallAnswer {
  const routes = readRoutes(parse(server.contract));
  return (request) => withRefusals(server, () => answered(server, routes, request));
}

function withRefusals(
  { refusalBody = ({ message }) => ({ message }) }: ContractServer,
  answer: () => SmallAnswer,
): SmallAnswer {
  try {
    return answer();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const headers: Record<string, string> = error.status === 401 ? { "www-authenticate": "Bearer" } : {};
    return { status: error.status, body: refusalBody(error), headers };
  }
}

function answered(server: ContractServer, routes: readonly Route[], request: SmallRequest): SmallAnswer {
  const { base = "", users } = server;
  if (!request.path.startsWith(`${base}/`)) throw new Refusal(404, "unknown path");
  const path = request.path.slice(base.length);
  const own = routes.filter(({ pattern }) => pattern.test(path));
  const [first] = own;
  if (first === undefined) throw new Refusal(404, "unknown path");
  const method = request.method === "HEAD" ? "GET" : request.method;
  const route = own.find((each) => each.method === method && each.pattern.source === first.pattern.source);
  if (route === undefined) return notAllowed(own);
  const token = /^bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const user = users !== undefined && Object.hasOwn(users, token) ? (users[token] ?? "") : "";
  if (users !== undefined && user === "" && !route.isPublic) throw new Refusal(401, "unknown token");
  const answer = (): SmallAnswer =>
    withRefusals(server, () => handled(server, route, { operation: route.id, user, request }));
  return server.around?.({ operation: route.id, user, request }, answer) ?? answer();
}

function handled(
  { base = "", handlers, invalid = 422 }: ContractServer,
  route: Route,
  { user, request }: HabitRequest,
): SmallAnswer {
  const values = route.pattern.exec(request.path.slice(base.length))?.slice(1) ?? [];
  const names = route.names.map((name, index) => [name, decoded(values[index] ?? "")] as const);
  for (const [name, value] of names) checkName(route, name, value);
  for (const { name, validate } of route.parameters.filter((each) => each.in === "header")) {
    const value = request.headers[name.toLowerCase()];
    if (value !== undefined && !validate(value)) throw new Refusal(invalid, `${name} is invalid`);
  }
  const handler = handlers[route.id];
  if (handler === undefined) throw new Error(`no handler of ${route.id}`);
  return handler({
    path: Object.fromEntries(names),
    query: readQuery(route, request.query, invalid),
    body: readBody(route, request, invalid),
    user,
    url: `${request.path}?${request.query}`,
  });
}

function notAllowed(routes: readonly Route[]): SmallAnswer {
  const methods = routes.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return { status: 405, body: { message: "unknown method" }, headers: { allow: methods.join(", ") } };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refusal(400, "invalid percent-encoding");
  }
}

function checkName({ parameters }: Route, name: string, value: string): void {
  const parameter = parameters.find((each) => each.in === "path" && each.name === name);
  if (parameter?.validate(typed(value, parameter.type)) === false) throw new Refusal(404, "unknown item");
}

function readQuery(
  { parameters }: Route,
  query: URLSearchParams,
  invalid: number,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const parameter of parameters.filter((each) => each.in === "query")) {
    const { name, type, fallback, required, validate } = parameter;
    const given = query.getAll(name);
    if (given.length === 0 && required) throw new Refusal(invalid, `${name} is missing`);
    const value = given.length > 1 ? given : typed(given[0], type);
    if (given.length > 0 && !validate(value)) throw new Refusal(invalid, `${name} is invalid`);
    values[name] = value ?? fallback;
  }
  return values;
}

function typed(text: string | undefined, type: unknown): unknown {
  if ((type === "integer" || type === undefined) && text !== undefined && /^-?\d{1,15}$/.test(text))
    return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

function readBody({ media, isBodyRequired }: Route, request: SmallRequest, invalid: number): unknown {
  if (Object.keys(media).length === 0) return undefined;
  const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const isForm = type === "application/x-www-form-urlencoded";
  if (request.text === "" && !isBodyRequired) return {};
  if (request.text === "" && !isForm) throw new Refusal(invalid, "the body is missing");
  const validate = media[type];
  if (validate === undefined) throw new Refusal(415, "unknown media type");
  const value = isForm ? readForm(request.text, Object(validate.schema).properties ?? {}) : request.body;
  if (value === undefined) throw new Refusal(400, "invalid JSON");
  if (!validate(value)) throw new Refusal(invalid, validate.errors?.[0]?.message ?? "invalid");
  return value;
}

function readRoutes(document: Node): readonly Route[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: true });
  formatsPlugin.default(ajv);
  // A format that no registry has: some generators write it for numbers in queries.
  ajv.addFormat("integer", /^-?\d+$/);
  ajv.addSchema({ $id: "document", components: rebased(document.components ?? {}) });
  const resolved = (node: Node): Node => {
    if (node?.$ref === undefined) return node;
    return node.$ref
      .slice(2)
      .split("/")
      .reduce((at: Node, name: string) => at[name], document);
  };
  const compiled = (schema: Node): ValidateFunction => ajv.compile(rebased(schema ?? {}));
  const parameter = (node: Node): Parameter => {
    const { name, in: where, schema, required = false } = resolved(node);
    const { type, default: fallback } = resolved(schema);
    return { name, in: where, type, fallback, required, validate: compiled(schema) };
  };
  const routes = Object.entries(document.paths).flatMap(([template, item]: [string, Node]) =>
    ["get", "post", "put", "patch", "delete"].flatMap((method): Route[] => {
      const operation = item[method];
      if (operation === undefined) return [];
      const body = resolved(operation.requestBody);
      const names = [...template.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
      return [
        {
          id: operation.operationId,
          method: method.toUpperCase(),
          pattern: new RegExp(`^${template.replace(/\{[^}]+\}/g, "([^/]+)")}$`),
          names,
          isPublic: operation.security?.length === 0,
          parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(parameter),
          isBodyRequired: body?.required === true,
          media: Object.fromEntries(
            Object.entries(body?.content ?? {}).map(([type, media]: [string, Node]) => [
              type,
              compiled(resolved(media.schema)),
            ]),
          ),
        },
      ];
    }),
  );
  return routes.sort((one, other) => one.names.length - other.names.length);
}

function rebased(schema: Node): Node {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/'));
}
