import { type Code, code, join } from "../../../../reader/text/code/code.js";
import { identifier } from "../../../../reader/text/code/identifier.js";
import { inlineLiteral, literal, propertyKey } from "../../../../reader/text/code/literal.js";
import { json } from "../../../../reader/text/json.js";
import { contentKind } from "../../../mock/index.js";
import { type CallArguments, parameterKey, writeCall } from "../request/call-arguments.js";
import type { TrialExchange } from "../run/finding.js";
import { isRecord } from "../run/item-names.js";
import type { ClientCall } from "./client-calls.js";

/** A value that an earlier step has shown, and the expression that reads it. */
export interface KnownValue {
  readonly value: string | number;
  readonly expression: Code;
}

/** What an answer shows that later requests may refer to; `variable` holds it. */
export function shownValues({ answer }: TrialExchange, variable: string): readonly KnownValue[] {
  if (typeof answer === "string" || !isRecord(answer.value)) return [];
  return Object.entries(answer.value)
    .filter(([name]) => isNaming(name))
    .flatMap(([name, value]): KnownValue[] => {
      if (typeof value !== "string" && typeof value !== "number") return [];
      const member = code`Object(${identifier(variable)}.body)[${literal(name)}]`;
      return [{ value, expression: member }];
    });
}

/** Members that name something: what they are called is seen in paths and references. */
function isNaming(name: string): boolean {
  return /(?:id|key|name|slug|code|number)$/i.test(name);
}

/** The arguments of a client's function; `undefined` if it can't send this request. */
export function callArguments(
  { call, request, isValid, operation }: TrialExchange,
  { operation: model }: ClientCall,
  known: readonly KnownValue[],
): Code | undefined {
  if (call === undefined || operation === undefined || request.method !== operation.method) return undefined;
  const members: Code[] = [];
  for (const parameter of model.parameters) {
    const value = call.parameters.get(parameterKey(parameter));
    const isNeeded = parameter.required && parameter.in !== "path";
    if (value === undefined && isNeeded) return undefined;
    if (value !== undefined)
      members.push(code`${propertyKey(parameter.key)}: ${parameterCode(value, parameter.in, known)}`);
  }
  const body = bodyCode(call, model.body?.contentTypes[0], known);
  if (body === undefined && (call.body !== undefined || model.body?.required === true)) return undefined;
  if (body !== undefined) members.push(code`body: ${body}`);
  if (members.length === 0) return code`{}`;
  const record = code`{ ${join(members, ", ")} }`;
  // The types refuse what the contract does.
  return isValid === true ? record : code`${record} as never`;
}

function parameterCode(value: unknown, where: string, known: readonly KnownValue[]): Code {
  const reference = where === "path" ? known.find((each) => each.value === value) : undefined;
  return reference?.expression ?? inlineLiteral(value);
}

function bodyCode(
  { body }: CallArguments,
  type: string | undefined,
  known: readonly KnownValue[],
): Code | undefined {
  if (body === undefined || "bytes" in body || body.type !== type) return undefined;
  // A client takes a file or a document as it is, and not the value that it is made of.
  if (!["json", "form", "text"].includes(contentKind(type ?? ""))) return undefined;
  if (!isRecord(body.value)) return inlineLiteral(body.value);
  const members = Object.entries(body.value).map(([name, value]): readonly [string, unknown] => {
    const reference = /id$/i.test(name) ? known.find((each) => each.value === value) : undefined;
    return [name, reference?.expression ?? value];
  });
  return inlineLiteral(Object.fromEntries(members));
}

/** Headers that the function doesn't write by itself, from those that a request has; names in lower case. */
export function furtherHeaders(
  { call, operation, request }: TrialExchange,
  ofClient: ReadonlySet<string>,
): TrialExchange["request"]["headers"] {
  const written = operation && call && writeCall(operation, call)?.request.headers;
  return request.headers.filter(
    ([name]) => !ofClient.has(name) && (written === undefined || !Object.hasOwn(written, name)),
  );
}

/** A call of `fetch` that sends a request as it is; `undefined` if it can't. */
export function fetchCode(
  { request }: TrialExchange,
  headers: Code,
  known: readonly KnownValue[],
): Code | undefined {
  const { method, target, body } = request;
  const text = Buffer.from(body).toString("utf8");
  const isText = Buffer.from(text).equals(Buffer.from(body));
  const isEmpty = body.length === 0;
  if (!isText || method === "TRACE" || method === "CONNECT") return undefined;
  if (!isEmpty && (method === "GET" || method === "HEAD")) return undefined;
  const content = isEmpty ? code`` : code`, body: ${literal(text)}`;
  return code`await fetch(${targetCode(target, known)}, { method: ${literal(method)}, headers: ${headers}${content} })`;
}

function targetCode(target: string, known: readonly KnownValue[]): Code {
  const [path = "", ...query] = target.split("?");
  const found = path.split("/").map((segment) => {
    const reference = known.find(({ value }) => encodeURIComponent(String(value)) === segment);
    return reference === undefined ? segment : code`encodeURIComponent(${reference.expression})`;
  });
  const isLiteral = found.every((each) => typeof each === "string");
  if (isLiteral) return code`baseUrl + ${literal(target)}`;
  const segments = found.map((each) => (typeof each === "string" ? literal(each) : each));
  const search = query.length === 0 ? code`` : code` + ${literal(`?${query.join("?")}`)}`;
  return code`baseUrl + [${segments}].join("/")${search}`;
}

/** A header's value, or a whole text, in which every `***` is a variable of the environment. */
export function withVariable(text: string, variable: string | undefined): Code {
  if (variable === undefined || !text.includes("***")) return literal(text);
  const read = code`(process.env[${literal(variable)}] ?? "")`;
  const [first = "", ...rest] = text.split("***");
  return rest.reduce(
    (before, piece) => code`${before} + ${read}${piece === "" ? code`` : code` + ${literal(piece)}`}`,
    literal(first),
  );
}

/** A comment that says what came back. */
export function answerText({ answer }: TrialExchange): string {
  if (typeof answer === "string") return `no answer: ${answer}`;
  return json(answer.status);
}
