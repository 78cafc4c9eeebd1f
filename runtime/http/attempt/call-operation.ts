import { OipkitError } from "../../errors.js";
import { documentedKey, readAnswer } from "../answer/read-answer.js";
import { discard } from "../answer/read-body.js";
import type { Authorizer } from "../credentials.js";
import {
  EnvironmentMismatchError,
  ForeignOriginError,
  InvalidOptionError,
  NetworkError,
  RedirectError,
  TimeoutError,
  TokenError,
} from "../errors.js";
import { type Attempt, type Hooks, notify, shownHeaders } from "../hooks.js";
import type { AcceptOptions } from "../http-options.js";
import { type HttpSettings, readCallOptions } from "../http-settings.js";
import { httpUrl } from "../http-url.js";
import type { AnyAnswer } from "../operation/operation-answer.js";
import type { OperationDescriptor } from "../operation/operation-descriptor.js";
import { readHeaders } from "../read-options.js";
import { type BuiltRequest, buildRequest } from "../request/build-request.js";
import { type Deadline, overNetwork, startDeadline } from "./deadline.js";
import { backOff, isRead, isTransient, retryAfter } from "./retry-policy.js";

/**
 * One logical call: written and checked once, then sent until its answer can be returned: again after a
 * transient failure, if the contract allows it, and once more, without counting, after a 401 that new
 * credentials may resolve. Rejects as described at `HttpClient.call`.
 */
export async function callOperation(
  client: HttpSettings,
  {
    operation,
    request,
    options,
  }: { operation: OperationDescriptor; request: object; options: AcceptOptions },
): Promise<AnyAnswer> {
  const { id, environments: expected } = operation;
  // Nobody is identified to an operation that the contract declares public.
  const authorizer = operation.security?.length === 0 ? anonymous : client.authorizer;
  const { environment, hooks, now, random, validation } = client;
  const settings = { ...client, ...operationServer(operation, client) };
  const call = readCallOptions(options, settings);
  if (expected && !expected.includes(`${environment}`))
    throw new EnvironmentMismatchError(
      id,
      `is only in ${expected.join(" and ")}; the client's environment is ${environment}`,
    );
  const built = buildRequest(operation, { ...request }, { settings, call });
  validation.request?.(operation, request);

  const ends = now() + call.timeoutMs;
  const deadline = startDeadline(id, call);
  const { signal, guard } = deadline;
  const canSendAgain = !(built.body instanceof ReadableStream);
  const mayRepeat = canSendAgain && (built.hasKey || isRead(operation));
  const attempts = mayRepeat ? call.retry.maxAttempts : 1;
  const shared = { operation, url: built.url.origin + built.url.pathname, call: {} };
  let [failed, renewed] = [0, false];

  const delayAfter = (asked = 0): number | undefined => {
    failed += 1;
    const delay = asked + backOff(call.retry, { attempt: failed, random });
    const isAllowed = failed < attempts && asked <= call.retry.maxRetryAfterMs && now() + delay < ends;
    if (isAllowed) return delay;
    return undefined;
  };
  const askIdentity = async <T>(ask: () => T | Promise<T>): Promise<T> => {
    try {
      return await guard(ask);
    } catch (error) {
      if (error instanceof OipkitError) throw error;
      throw new TokenError(id, "the credentials failed", { cause: error });
    }
  };

  try {
    for (let number = 1; ; number += 1) {
      const info: Attempt = { ...shared, number, startedAt: now() };
      const tell = <Name extends "afterResponse" | "onError" | "onRetry">(
        name: Name,
        facts: Parameters<NonNullable<Hooks[Name]>>[1],
      ) => notify(() => (hooks[name] as ((...given: unknown[]) => unknown) | undefined)?.(info, facts));

      const hooked = await guard(() => hooks.beforeRequest?.(info));
      const rejected = readHeaders(
        "authorize",
        await askIdentity(() => authorizer.authorize(operation, { signal })),
      );
      const url = await askIdentity(() => authorizer.address?.(operation, built.url) ?? built.url);
      const own = readHeaders("beforeRequest", hooked ?? undefined);
      const cookies = [built.headers.get("cookie"), rejected.get("cookie")].filter(Boolean);
      if (cookies.length > 1) rejected.set("cookie", cookies.join("; "));
      // Later ones override earlier ones: each name is in lower case.
      const headers = Object.fromEntries([...built.headers, ...own, ...rejected, ...call.headers]);

      const attempt = startDeadline(id, { timeoutMs: call.retry.attemptTimeoutMs, signal });
      let delayMs: number | undefined;
      try {
        const response = await sendRequest(
          operation,
          { ...built, url, headers },
          { settings, deadline: attempt },
        );
        const { status } = response;
        tell("afterResponse", { status, headers: shownHeaders(response) });
        if (status === 401 && canSendAgain && !renewed && authorizer.renew) {
          renewed = true;
          if (await askIdentity(() => authorizer.renew?.(operation, { signal, rejected }))) {
            await discard(response);
            continue;
          }
        }
        if (isTransient(status)) delayMs = delayAfter(retryAfter(response.headers.get("retry-after"), now()));
        if (delayMs === undefined) {
          const answer = await readAnswer(operation, response, { ...call, attempt, deadline });
          validation.answer?.(operation, answer);
          return answer;
        }
        await discard(response);
      } catch (error) {
        tell("onError", { error });
        if (signal.aborted || !(error instanceof NetworkError || error instanceof TimeoutError)) throw error;
        delayMs = delayAfter();
        if (delayMs === undefined) throw error;
      } finally {
        attempt.stopClock();
      }
      attempt.close();
      const wait = delayMs;
      tell("onRetry", { delayMs: wait });
      await guard(() => settings.sleep(wait, signal));
    }
  } catch (error) {
    deadline.close();
    throw error;
  }
}

const anonymous: Authorizer = { authorize: () => ({}) };

/** The base URL of an operation, and its origin. */
type BaseAddress = Pick<HttpSettings, "baseUrl" | "origin">;

/**
 * Where an operation is sent: to its own server if the client knows it, else to the client's base URL. Throws
 * `InvalidOptionError` if the client must be told.
 */
function operationServer({ server }: OperationDescriptor, settings: HttpSettings): BaseAddress {
  if (!settings.servers.has(server as string)) return settings;
  const address = settings.servers.get(server as string);
  if (address) return address;
  throw new InvalidOptionError("servers", `has no URL for ${server}`);
}

/** Maximum number of consecutive redirects. */
const maxRedirects = 5;

/**
 * Sends a written request. A redirect that the contract documents is returned like any other answer. Otherwise a GET or
 * HEAD follows it within the base URL's origin; a write is never sent again automatically, so its redirect is returned
 * too, and so is one without a usable address. A redirect to another origin is refused. Throws `NetworkError`, `ForeignOriginError`,
 * `RedirectError` and what the deadline throws.
 */
async function sendRequest(
  operation: OperationDescriptor,
  { url, headers, body }: Omit<BuiltRequest, "headers"> & { readonly headers: HeadersInit },
  { settings, deadline }: { settings: HttpSettings; deadline: Deadline },
): Promise<Response> {
  const { id, method } = operation;
  const init: RequestInit & { duplex: "half" } = {
    method,
    headers,
    redirect: "manual",
    signal: deadline.signal,
    body: body ?? null,
    // Fetch requires this if the body is a stream.
    duplex: "half",
  };
  let target = url.href;
  for (let redirects = 0; ; redirects += 1) {
    const response = await overNetwork("no response received", deadline, () => settings.fetch(target, init));
    const { status, type } = response;
    const location = response.headers.get("location");
    const next = /^30[12378]$/.test(`${status}`) && location ? httpUrl(location, target) : undefined;
    // A browser hides the address and even the status of a redirect.
    if (type === "opaqueredirect" || (next && redirects === maxRedirects))
      throw new RedirectError(id, "the redirect can't be followed");
    if (!next || /^3/.test(`${documentedKey(status, operation)}`)) return response;
    if (next.origin === settings.origin && !/^(?:GET|HEAD)$/.test(method)) return response;
    await discard(response);
    if (next.origin !== settings.origin) throw new ForeignOriginError(id, next.origin);
    target = next.href;
  }
}
