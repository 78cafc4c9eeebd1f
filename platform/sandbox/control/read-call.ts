import { operations } from "@oipkit/console/control/validators.js";
import type { Route } from "@oipkit/runtime/routes";
import type { Schemas } from "./operation.js";

/** What a request's address says. */
interface Address {
  readonly route: Route;
  /** Of the path, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

/** What a handler is called with; its types are those of the contract. */
interface AnyCall {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

type Problem = Schemas["Problem"];
type Check = (value: unknown) => readonly Problem[];
/** A request that breaks the contract. */
type Broken = Schemas["Refusal"] & { readonly problems: Problem[] };

/** Reads a request by the contract's validators. */
export async function readCall(request: Request, address: Address): Promise<AnyCall | Broken> {
  const { route, parameters, query } = address;
  const checks = operations[route.id] ?? {};
  const problems: Problem[] = [];
  const path: Record<string, unknown> = {};
  const asked: Record<string, unknown> = {};
  const known = new Map(route.parameters.map((parameter) => [parameter.name, parameter]));
  for (const [name, text] of Object.entries(parameters))
    path[name] = parameterValue(text, {
      check: checks.parameters?.[known.get(name)?.key ?? name],
      name,
      problems,
    });
  for (const [name, text] of query) {
    const parameter = known.get(name);
    if (parameter?.in !== "query" || name in asked) {
      const message = parameter?.in === "query" ? "is given twice" : "isn't a parameter of this operation";
      problems.push({ pointer: `?${name}`, message });
      continue;
    }
    asked[name] = parameterValue(text, {
      check: checks.parameters?.[parameter.key],
      name: `?${name}`,
      problems,
    });
  }
  const body = await readBody(request, { route, checks: checks.body ?? {}, problems });
  if (problems.length === 0) return { path, query: asked, body, signal: request.signal };
  const [first] = problems;
  const message = `the request breaks the control's contract: ${first?.pointer} ${first?.message}`;
  return { code: "request-invalid", message, problems: problems.slice(0, 20) };
}

interface Reading {
  readonly check: Check | undefined;
  readonly name: string;
  readonly problems: Problem[];
}

/** A text, or the number that it stands for if only that is valid. */
function parameterValue(text: string, { check, name, problems }: Reading): unknown {
  const found = check?.(text) ?? [];
  if (found.length === 0) return text;
  const number = /^-?\d{1,16}(?:\.\d{1,16})?$/.test(text) ? Number(text) : undefined;
  const asNumber = number === undefined ? found : (check?.(number) ?? []);
  problems.push(...asNumber.map(({ message }) => ({ pointer: name, message })));
  return number;
}

interface BodyReading {
  readonly route: Route;
  readonly checks: Readonly<Record<string, Check>>;
  readonly problems: Problem[];
}

async function readBody(request: Request, { route, checks, problems }: BodyReading): Promise<unknown> {
  if (route.body === undefined || (!route.body.required && request.body === null)) return undefined;
  const [type = ""] = route.body.contentTypes;
  const given = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  // A page of another origin could send a form without being asked whether it may.
  if (given !== type) {
    problems.push({ pointer: "", message: `must have the Content-Type ${type}` });
    return undefined;
  }
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (type !== "application/json") return bytes;
  const value = json(bytes);
  if (value === undefined) problems.push({ pointer: "", message: "must be a JSON document" });
  else problems.push(...(checks[type]?.(value) ?? []).map(({ pointer, message }) => ({ pointer, message })));
  return value;
}

function json(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
