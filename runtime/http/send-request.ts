import type { BuiltRequest } from "./build-request.js";
import type { Deadline } from "./deadline.js";
import { ForeignOriginError, NetworkError, RedirectError } from "./errors.js";
import type { HttpSettings } from "./http-options.js";
import type { OperationDescriptor } from "./operation-descriptor.js";
import { discard } from "./read-answer.js";

/** How many redirects in a row are followed. */
const maxRedirects = 5;

/**
 * Sends a written request. A redirect that the contract documents is an answer like any other. Else a GET or
 * HEAD follows it within the base URL's origin; a write is never sent again by itself, so its redirect is an
 * answer too. A redirect to another origin is refused. Throws `NetworkError`, `ForeignOriginError`,
 * `RedirectError` and what the deadline throws.
 */
export async function sendRequest(
  operation: OperationDescriptor,
  { url, headers, body }: BuiltRequest,
  { settings, deadline }: { settings: HttpSettings; deadline: Deadline },
): Promise<Response> {
  const init: RequestInit & { duplex?: "half" } = {
    method: operation.method,
    headers,
    redirect: "manual",
    signal: deadline.signal,
    ...(body === undefined ? {} : { body }),
    // Fetch asks for this where a body is a stream.
    ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
  };
  let target = url;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await deadline.guard(() =>
      fetchOnce(operation.id, () => settings.fetch(target.href, init)),
    );
    if (response.type === "opaqueredirect")
      throw new RedirectError(operation.id, "answered with a redirect that the browser hides");
    if (!isRedirect(response.status) || isDocumented(operation, response.status)) return response;

    const location = response.headers.get("location");
    if (location === null) return response;
    const next = redirectTarget(operation.id, location, target);
    if (next.origin !== settings.origin) {
      await discard(response);
      throw new ForeignOriginError(operation.id, next.origin);
    }
    if (operation.method !== "GET" && operation.method !== "HEAD") return response;
    await discard(response);
    target = next;
  }
  throw new RedirectError(operation.id, `more than ${maxRedirects} redirects in a row`);
}

async function fetchOnce(operation: string, fetchIt: () => Promise<Response>): Promise<Response> {
  try {
    return await fetchIt();
  } catch (cause) {
    throw new NetworkError(operation, "no answer came", { cause });
  }
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

function isDocumented({ responses = {} }: OperationDescriptor, status: number): boolean {
  return Object.hasOwn(responses, String(status)) || Object.hasOwn(responses, "3XX");
}

function redirectTarget(operation: string, location: string, from: URL): URL {
  if (URL.canParse(location, from.href)) {
    const target = new URL(location, from);
    if (/^https?:$/.test(target.protocol) && target.username === "" && target.password === "") return target;
  }
  throw new RedirectError(operation, "answered with a redirect to an address that can't be used");
}
