import type { RouteParameter } from "@oipkit/runtime/routes";
import { operations } from "../../generated/validators/platform.operations.js";
import type { ApiRoute } from "../api-route.js";
import type { Problem, RequestContent } from "./request-content.js";

/** The header that makes a command safe to repeat (§4). */
export const idempotencyHeader = "Idempotency-Key";

/** Where the values of a request's parameters come from. */
export interface ParameterSource {
  /** Of the path, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** The query, without its question mark. */
  readonly query: string;
  readonly headers: Headers;
}

/** Reads the parameters that a route declares; everything else in the query and the headers is ignored. */
export function readParameters(
  route: ApiRoute,
  source: ParameterSource,
): Pick<RequestContent, "parameters" | "parameterProblems" | "key" | "keyProblems"> {
  const query = source.query === "" ? undefined : new URLSearchParams(source.query);
  const parameters: Record<string, string> = Object.create(null) as Record<string, string>;
  const parameterProblems: Problem[] = [];
  let key: string | undefined;
  let keyProblems: readonly Problem[] = [];
  for (const parameter of route.parameters) {
    const { name } = parameter;
    if (parameter.in === "header" && name === idempotencyHeader) {
      key = source.headers.get(name) ?? undefined;
      if (key !== undefined) keyProblems = problemsOf(route, parameter, key);
      continue;
    }
    const values = valuesOf(parameter, source, query);
    const [value] = values;
    if (value === undefined) continue;
    const problems = values.length > 1 ? [repeated(name)] : problemsOf(route, parameter, value);
    if (problems.length === 0) parameters[name] = value;
    else parameterProblems.push(...problems);
  }
  return { parameters, parameterProblems, key, keyProblems };
}

function valuesOf(
  { name, in: where }: RouteParameter,
  { path, headers }: ParameterSource,
  query: URLSearchParams | undefined,
): readonly string[] {
  const one = (value: string | null | undefined) => (value == null ? [] : [value]);
  if (where === "path") return one(path[name]);
  if (where === "header") return one(headers.get(name));
  return where === "query" ? (query?.getAll(name) ?? []) : [];
}

const repeated = (name: string): Problem => ({
  pointer: `/${name}`,
  message: `\`${name}\` must not be repeated`,
});

function problemsOf({ id }: ApiRoute, { name, key }: RouteParameter, value: string): Problem[] {
  const violations = operations[id]?.parameters?.[key]?.(value) ?? [];
  return violations.map(({ message }) => ({ pointer: `/${name}`, message }));
}
