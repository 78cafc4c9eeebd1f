import { discard } from "../answer/discard.js";
import { documentedKey } from "../answer/read-answer.js";
import { ForeignOriginError, RedirectError } from "../errors.js";
import type { HttpSettings } from "../http-settings.js";
import { httpUrl } from "../http-url.js";
import type { OperationDescriptor } from "../operation/operation-descriptor.js";
import type { BuiltRequest } from "../request/build-request.js";
import type { Deadline } from "./deadline.js";
import { overNetwork } from "./over-network.js";

/** Maximum number of consecutive redirects. */
const maxRedirects = 5;

/**
 * Sends a written request. A redirect that the contract documents is returned like any other answer. Otherwise a GET or
 * HEAD follows it within the base URL's origin; a write is never sent again automatically, so its redirect is returned
 * too, and so is one without a usable address. A redirect to another origin is refused. Throws `NetworkError`, `ForeignOriginError`,
 * `RedirectError` and what the deadline throws.
 */
export async function sendRequest(
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
