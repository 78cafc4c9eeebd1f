import { acceptedTypes } from "../answer/read-answer.js";
import { ForeignOriginError, InvalidOptionError, InvalidRequestError } from "../errors.js";
import type { CallSettings, HttpSettings } from "../http-settings.js";
import type {
  HeaderParameterDescriptor,
  OperationDescriptor,
  PathWriter,
  RequestDraft,
  RequestWriters,
} from "../operation/operation-descriptor.js";
import { ownMember } from "../own-member.js";
import { encodeStrictly, plainText, UnwritableValue } from "./parameter-value.js";

/** The written request of one logical call; sent as often as needed, so its idempotency key stays the same. */
export interface BuiltRequest {
  readonly url: URL;
  readonly headers: Headers;
  readonly body: BodyInit | undefined;
  /** Whether the contract gives the operation an idempotency key, and it is sent. */
  readonly hasKey: boolean;
}

/** Writes a request as the contract requires. Throws `InvalidRequestError`, `InvalidOptionError` and `ForeignOriginError`. */
export function buildRequest(
  operation: OperationDescriptor,
  request: Readonly<Record<string, unknown>>,
  { settings, call }: { settings: HttpSettings; call: Pick<CallSettings, "url" | "accept" | "isChosen"> },
): BuiltRequest {
  const { id, parameters, body, responses = {}, writers } = operation;
  const headers = new Headers(settings.headers);
  const draft: RequestDraft = { query: [], headers, cookies: [], body: undefined };
  // A parameter without a writer can't be written.
  const requiredWriters = { ...writers } as Required<RequestWriters>;
  const { url: given, accept, isChosen } = call;
  const documented = Object.values(responses);
  const accepted = new Set(documented.flatMap((types) => acceptedTypes(types, accept)));
  if (isChosen && accepted.size > 0 && !accepted.has(accept as string))
    throw new InvalidOptionError("accept", `isn't offered; expected ${[...accepted].join(" or ")}`);
  if (accepted.size > 0) headers.set("accept", [...accepted].join(", "));

  let hasKey = false;
  const known = new Set<string>();
  const member: WriteMember = (key, { required, idempotencyKey }, write) => {
    known.add(key);
    hasKey ||= idempotencyKey === true;
    let value = ownMember(request, key);
    // In a body, `null` is a value like any other.
    if (key !== "body") value ??= idempotencyKey ? settings.randomUUID() : undefined;
    try {
      if (value !== undefined) return write(value as NonNullable<unknown>);
      if (required) throw new UnwritableValue("is required");
      return undefined;
    } catch (error) {
      // The platform's own errors may quote the value, which may be a secret.
      const { message } = error instanceof UnwritableValue ? error : new UnwritableValue();
      throw new InvalidRequestError(id, key, message);
    }
  };
  const path = writePath(operation, member);
  for (const place of ["query", "header", "cookie"] as const) {
    const described: Readonly<Record<string, HeaderParameterDescriptor>> = parameters?.[place] ?? {};
    for (const [name, descriptor] of Object.entries(described))
      member(descriptor.key ?? name, descriptor, (value) =>
        requiredWriters[place](draft, { name, value, descriptor }),
      );
  }
  if (body) {
    known.add("contentType");
    member("body", body, (value) =>
      requiredWriters.body(draft, { operation, body: value, contentType: request.contentType }),
    );
  }
  for (const key of Object.keys(request)) {
    if (!known.has(key)) throw new InvalidRequestError(id, key, "is unknown");
  }

  const url = given ?? new URL(settings.baseUrl + path);
  if (url.origin !== settings.origin) throw new ForeignOriginError(id, url.origin);
  // A parameter replaces a pair of the same name in the path template.
  if (!given && draft.query.length > 0)
    url.search = [...otherPairs(url, draft.query.map(pairName)), ...draft.query].join("&");
  if (draft.cookies.length > 0) headers.set("cookie", draft.cookies.join("; "));
  return { url, headers, body: draft.body, hasKey };
}

/**
 * Fills a path template. Refuses a value that is empty, or that would make a segment `.` or `..`: the request
 * would reach another operation.
 */
function writePath({ id, path, parameters, writers }: OperationDescriptor, member: WriteMember): string {
  const write = writers?.path ?? writeText;
  const written = path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const descriptor = ownMember(parameters?.path, name) ?? {};
    const part = member(descriptor.key ?? name, { required: true }, (value) => {
      const text = write({ name, value, descriptor });
      if (/^\.{0,2}$/.test(text)) throw new UnwritableValue(misleading);
      return text;
    });
    return part ?? "";
  });
  if (/\/\.{1,2}(?:\/|$)/.test(written)) throw new InvalidRequestError(id, "path", misleading);
  return written;
}

const misleading = "must not be empty, `.` or `..` in the path";

const writeText: PathWriter = ({ value }) => encodeStrictly(plainText(value));

/** Passes a request's member to `write`; names the member if it is missing or can't be written. */
type WriteMember = <Written>(
  key: string,
  rules: Pick<HeaderParameterDescriptor, "required" | "idempotencyKey">,
  write: (value: NonNullable<unknown>) => Written,
) => Written | undefined;

/** The name of a pair in a query, as it is written there. */
const pairName = (pair: string): string => pair.replace(/=.*/s, "");

/** The pairs of a URL's query that have none of these names. */
export function otherPairs({ search }: URL, names: readonly string[]): string[] {
  return search
    .slice(1)
    .split("&")
    .filter((pair) => pair && !names.includes(pairName(pair)));
}
