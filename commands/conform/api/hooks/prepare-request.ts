import type { ApiRequest } from "../run/api-session.js";
import type { ApiHookChange, ApiHookSubject, ApiHooks } from "./api-hooks.js";
import { ApiHookFailed } from "./hook-failed.js";

/** A request as it is sent, and as reports show it. */
export interface PreparedRequest {
  readonly sent: ApiRequest;
  readonly shown: ApiRequest;
}

/** What a request is prepared with. */
interface Preparation {
  readonly hook: ApiHooks["beforeRequest"];
  readonly about: ApiHookSubject;
  readonly baseUrl: string;
}

/** What reports show in place of what the hook sets. */
const hidden = "(set by beforeRequest)";

/** A request with what `beforeRequest` adds to it. Rejects with `ApiHookFailed`. */
export async function preparedRequest(
  request: ApiRequest,
  { hook, about, baseUrl }: Preparation,
): Promise<PreparedRequest> {
  if (hook === undefined) return { sent: request, shown: request };
  const { method, target, body } = request;
  const asked = {
    method,
    url: baseUrl + target,
    headers: Object.fromEntries(request.headers),
    body: new Uint8Array(body),
  };
  const change = await returned(async () => hook(asked, about), about);
  const changed = typeof change.body === "string" ? new TextEncoder().encode(change.body) : change.body;
  const whole = { ...request, body: changed === undefined ? body : new Uint8Array(changed) };
  const shownOnly = (texts: Readonly<Record<string, string>> = {}): Record<string, string> =>
    Object.fromEntries(Object.keys(texts).map((name) => [name, hidden]));
  return {
    sent: withAdditions(whole, change.headers, change.query),
    shown: withAdditions(whole, shownOnly(change.headers), shownOnly(change.query)),
  };
}

function withAdditions(
  request: ApiRequest,
  headers: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string>> = {},
): ApiRequest {
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const names = new Set(own.map(([name]) => name));
  const kept = request.headers.filter(([name]) => !names.has(name));
  const search = new URLSearchParams(query).toString();
  const separator = request.target.includes("?") ? "&" : "?";
  const target = search === "" ? request.target : `${request.target}${separator}${search}`;
  return { ...request, target, headers: [...kept, ...own] };
}

/** Longest time of a hook, in milliseconds (guessed: a token from another server comes within it). */
const longestMs = 10_000;

async function returned(
  call: () => Promise<ApiHookChange | undefined>,
  { operation = "a request without an operation" }: ApiHookSubject,
): Promise<ApiHookChange> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new ApiHookFailed(
      "beforeRequest",
      `took longer than ${longestMs / 1000} s for ${operation}`,
    );
    timer = setTimeout(() => reject(error), longestMs);
  });
  try {
    const change: unknown = (await Promise.race([call(), late])) ?? {};
    const objection = changeProblem(change);
    if (objection === undefined) return change as ApiHookChange;
    throw new ApiHookFailed("beforeRequest", `must return \`{ headers, query, body }\`, but ${objection}`);
  } catch (cause) {
    if (cause instanceof ApiHookFailed) throw cause;
    const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    throw new ApiHookFailed("beforeRequest", `failed for ${operation} (${reason})`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Why a value isn't what a hook returns. */
function changeProblem(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return "it returned something else";
  const { headers = {}, query = {}, body = "", ...others } = value as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return `it returned a member \`${unknown}\``;
  for (const [name, texts] of Object.entries({ headers, query })) {
    const isTexts =
      typeof texts === "object" &&
      texts !== null &&
      Object.values(texts).every((text) => typeof text === "string");
    if (!isTexts) return `\`${name}\` isn't a record of strings`;
  }
  if (typeof body !== "string" && !(body instanceof Uint8Array)) return "`body` is neither text nor bytes";
  return undefined;
}
