import type { Route } from "@oipkit/runtime/routes";
import { operations } from "../../generated/validators/console.operations.js";
import { ConsoleRefusal } from "../console-refusal.js";

/** What a request's address says. */
interface Address {
  readonly route: Route;
  /** Of the path, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

/** What a request asks, by the contract. */
interface ReadCall {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** Of the body's bytes; empty without one. */
  readonly text: string;
}

interface Problem {
  readonly pointer: string;
  readonly message: string;
}
type Check = (value: unknown) => readonly Problem[];

/** More than any body of the contract. */
const maxBodyBytes = 256 * 1024;

/** Reads a request by the contract's validators. Throws `request-invalid`. */
export async function readCall(request: Request, { route, parameters, query }: Address): Promise<ReadCall> {
  const checks = operations[route.id] ?? {};
  const problems: Problem[] = [];
  const known = new Map(route.parameters.map((parameter) => [parameter.name, parameter]));
  const read = (text: string, name: string, pointer: string): unknown => {
    const check = checks.parameters?.[known.get(name)?.key ?? name];
    return parameterValue(text, { check, pointer, problems });
  };
  const path: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(parameters)) path[name] = read(text, name, name);
  const asked: Record<string, unknown> = {};
  for (const [name, text] of query) {
    const isKnown = known.get(name)?.in === "query";
    if (isKnown && !(name in asked)) asked[name] = read(text, name, `?${name}`);
    else problems.push({ pointer: `?${name}`, message: isKnown ? "is given twice" : "isn't a parameter" });
  }
  const operationId = request.headers.get("operation-id");
  if (operationId !== null) read(operationId, "Operation-Id", "Operation-Id");
  else if (route.requiredHeaders.some((name) => name.toLowerCase() === "operation-id"))
    problems.push({ pointer: "Operation-Id", message: "is missing: each command has one" });
  const { body, text } = await readBody(request, { route, checks: checks.body ?? {}, problems });
  if (problems.length === 0) return { path, query: asked, body, text };
  const [first] = problems;
  throw new ConsoleRefusal(
    { status: 400, code: "request-invalid" },
    `The request breaks the contract: ${first?.pointer} ${first?.message}.`,
    { remedy: "Correct what is named, and send it again.", problems: problems.slice(0, 20) },
  );
}

interface Reading {
  readonly check: Check | undefined;
  readonly pointer: string;
  readonly problems: Problem[];
}

/** A text, or the number that it stands for if only that is valid. */
function parameterValue(text: string, { check, pointer, problems }: Reading): unknown {
  const found = check?.(text) ?? [];
  if (found.length === 0) return text;
  const number = /^-?\d{1,16}$/.test(text) ? Number(text) : undefined;
  const asNumber = number === undefined ? found : (check?.(number) ?? []);
  problems.push(...asNumber.map(({ message }) => ({ pointer, message })));
  return number;
}

interface BodyReading {
  readonly route: Route;
  readonly checks: Readonly<Record<string, Check>>;
  readonly problems: Problem[];
}

async function readBody(
  request: Request,
  { route, checks, problems }: BodyReading,
): Promise<{ readonly body: unknown; readonly text: string }> {
  const nothing = { body: undefined, text: "" };
  if (route.body === undefined) return nothing;
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  // A page of another origin could send a form without being asked whether it may.
  if (type !== "application/json") {
    problems.push({ pointer: "", message: "must have the Content-Type application/json" });
    return nothing;
  }
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > maxBodyBytes) {
    problems.push({ pointer: "", message: `must have at most ${maxBodyBytes} bytes` });
    return nothing;
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const body: unknown = JSON.parse(text);
    problems.push(...(checks[type]?.(body) ?? []).map(({ pointer, message }) => ({ pointer, message })));
    return { body, text };
  } catch {
    problems.push({ pointer: "", message: "must be a JSON document" });
    return nothing;
  }
}
