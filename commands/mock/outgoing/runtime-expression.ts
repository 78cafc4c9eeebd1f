import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import { json } from "../../../reader/text/json.js";
import type { MockAnswer, MockRequest } from "../exchange.js";
import { BadEncoding, decoded, decodedField, readPairs } from "../request/styled.js";

/** What runtime expressions refer to. */
export interface ExpressionSource {
  readonly request: MockRequest;
  /** Path parameters as sent. */
  readonly path: Readonly<Record<string, string>>;
  /** Without the question mark. */
  readonly query: string;
  readonly answer: MockAnswer;
}

/**
 * The text of an expression as OpenAPI's callbacks have them: `$request.body#/url`, or text with expressions in braces. `undefined` if the
 * exchange doesn't have what one refers to.
 */
export function expressionText(expression: string, source: ExpressionSource): string | undefined {
  if (expression.startsWith("$")) return expressionValue(expression, source);
  let isComplete = true;
  const text = expression.replace(/\{(\$[^{}]*)\}/g, (_, inner: string) => {
    const value = expressionValue(inner, source);
    isComplete &&= value !== undefined;
    return value ?? "";
  });
  if (isComplete) return text;
  return undefined;
}

function expressionValue(
  expression: string,
  { request, path, query, answer }: ExpressionSource,
): string | undefined {
  if (expression === "$url") return `http://${request.headers.host ?? "localhost"}${request.target}`;
  if (expression === "$method") return request.method;
  if (expression === "$statusCode") return String(answer.status);
  const [, side, part, rest = ""] =
    /^\$(request|response)\.(header|query|path|body)(?:[.#](.*))?$/s.exec(expression) ?? [];
  if (side === undefined) return undefined;
  if (part === "body") return bodyText(side === "request" ? request.body : answer.body, rest);
  const name = rest.toLowerCase();
  if (part === "header" && side === "response")
    return answer.headers.find(([each]) => each.toLowerCase() === name)?.[1];
  if (part === "header") return Object.hasOwn(request.headers, name) ? request.headers[name] : undefined;
  if (side === "response") return undefined;
  try {
    if (part === "path") return Object.hasOwn(path, rest) ? decoded(path[rest] ?? "") : undefined;
    const pair = readPairs(query).find((each) => each.name === rest);
    return pair === undefined ? undefined : decodedField(pair.raw);
  } catch (error) {
    if (error instanceof BadEncoding) return undefined;
    throw error;
  }
}

function bodyText(body: MockAnswer["body"], pointer: string): string | undefined {
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  if (pointer === "") return text;
  try {
    const value = valueAtPointer(JSON.parse(text), pointer);
    if (value === undefined || value === null) return undefined;
    return typeof value === "string" ? value : json(value);
  } catch {
    // What isn't JSON has no members.
    return undefined;
  }
}
