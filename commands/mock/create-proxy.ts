import type { Contracts } from "../../reader/documents/contracts.js";
import { below, childPlaces, dereference } from "../../reader/documents/place.js";
import { responseFor } from "./answer/make-answer.js";
import { type MockOperation, operationFinder, operationsIn } from "./contract/operations.js";
import { mockSchemas } from "./contract/schemas.js";
import type { Mock } from "./create-mock.js";
import {
  finding,
  isError,
  type MockAnswer,
  type MockExchange,
  type MockFinding,
  type MockRequest,
  problemAnswer,
  type RequestRefusal,
} from "./exchange.js";
import { type Checking, checkTexts, uncheckedBody } from "./request/check-parameters.js";
import { checkRequest, refusalFinding, targetRefusal, unroutableRefusal } from "./request/check-request.js";
import { contentKind, mediaFor } from "./request/headers.js";
import { readBody, UnreadableBody } from "./request/read-body.js";
import { fromHeader } from "./request/styled.js";
import { readTarget } from "./request/target.js";
import { jsonValue, type Texts } from "./request/texts.js";

/** How a proxy treats what it finds. */
export interface ProxyOptions {
  readonly upstream: Upstream;
  /** Whether violations are answers, not only findings: a wrong request isn't forwarded, and a wrong answer becomes 502. */
  readonly errors: boolean;
  readonly strict: boolean;
}

/** A proxy that forwards each request to a real server, and compares request and answer with the contract. */
export function createProxy(contracts: Contracts, { upstream, errors, strict }: ProxyOptions): Mock {
  const operations = operationsIn(contracts);
  const find = operationFinder(operations);
  const checking = { schemas: mockSchemas(contracts), strict };
  const answer = async (request: MockRequest): Promise<MockExchange> => {
    const target = readTarget(request.target);
    if (target === undefined) return refused(targetRefusal, [refusalFinding(targetRefusal)]);
    const { path, query } = target;
    const search = query === "" ? "" : `?${query}`;
    const found = find(request.method, path);
    if (found.kind !== "operation") {
      const refusal = unroutableRefusal(found, request, path);
      const findings = request.method === "OPTIONS" ? [] : [refusalFinding(refusal)];
      if (errors && findings.length > 0) return refused(refusal, findings);
      const forwarded = await forward(request, `${path}${search}`, upstream);
      if ("code" in forwarded) return failed(forwarded, findings);
      return { answer: forwarded, operation: undefined, findings };
    }
    const { operation, parameters } = found;
    const { id } = operation;
    const verdict = await checkRequest({ operation, path: parameters, query, request }, checking);
    if (errors && verdict.refusal !== undefined) return refused(verdict.refusal, verdict.findings, id);
    const forwarded = await forward(request, `${found.path}${search}`, upstream);
    if ("code" in forwarded) return failed(forwarded, verdict.findings, id);
    const differences = await judgeAnswer(operation, { answer: forwarded, method: request.method }, checking);
    const findings = [...verdict.findings, ...differences];
    const wrong = differences.filter(isError);
    if (!errors || wrong.length === 0) return { answer: forwarded, operation: id, findings };
    const detail = `the server answered ${forwarded.status}, which doesn't follow the contract: ${wrong[0]?.message ?? ""}`;
    return refused({ status: 502, code: "answer-invalid", detail, findings: wrong }, findings, id);
  };
  return { answer, operations: operations.length };
}

function refused(
  refusal: RequestRefusal,
  findings: readonly MockFinding[],
  operation?: string,
): MockExchange {
  return { answer: problemAnswer(refusal), operation, findings };
}

/** No answer of the server is a finding about it. */
function failed(refusal: RequestRefusal, findings: readonly MockFinding[], operation?: string): MockExchange {
  const { code, detail: message } = refusal;
  const help = "Check the URL of --proxy, and that the server runs.";
  const about = finding({ side: "answer", in: "status" }, { code, message, help });
  return refused(refusal, [...findings, about], operation);
}

/** Where requests are forwarded to. */
export interface Upstream {
  /** Base URL; its path comes before that of each request. */
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  /** Of an answer. */
  readonly maxBodyBytes: number;
}

/** Headers of one connection, and those that describe a body that `fetch` has decoded. */
const hopByHop = new Set(
  "connection content-encoding content-length expect host keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade".split(
    " ",
  ),
);

/** The headers that go on, without those that `Connection` names. */
function endToEnd(headers: Iterable<readonly [string, string]>): [string, string][] {
  const all = [...headers];
  const named = all.find(([name]) => name.toLowerCase() === "connection")?.[1] ?? "";
  const dropped = new Set(named.split(",").map((name) => name.trim().toLowerCase()));
  return all
    .filter(([name]) => !hopByHop.has(name.toLowerCase()) && !dropped.has(name.toLowerCase()))
    .map(([name, value]) => [name, value]);
}

/** The answer of the real server to a request for a path below its base URL; or why there is none. Never rejects. */
async function forward(
  request: MockRequest,
  path: string,
  upstream: Upstream,
): Promise<MockAnswer | RequestRefusal> {
  const signal = AbortSignal.timeout(upstream.timeoutMs);
  try {
    const isBodiless = request.method === "GET" || request.method === "HEAD";
    const answer = await upstream.fetch(`${upstream.url.replace(/(?<!\/)\/+$/, "")}${path}`, {
      method: request.method,
      headers: endToEnd(Object.entries(request.headers)),
      body: isBodiless || request.body.length === 0 ? null : request.body,
      redirect: "manual",
      signal,
    });
    const body = await bounded(answer, upstream.maxBodyBytes);
    if (body === undefined)
      return {
        status: 502,
        code: "upstream-too-large",
        detail: `the server's answer is larger than ${upstream.maxBodyBytes} bytes`,
      };
    return { status: answer.status, headers: endToEnd(answer.headers), body };
  } catch (error) {
    if (signal.aborted)
      return {
        status: 504,
        code: "upstream-late",
        detail: `the server didn't answer within ${upstream.timeoutMs} ms`,
      };
    return {
      status: 502,
      code: "upstream-unreachable",
      detail: `the server can't be reached${systemCode(error)}`,
    };
  }
}

/** The code of the system or of `fetch`, such as ` (ECONNREFUSED)`. Messages of others may quote what they were given, so none is shown. */
function systemCode(error: unknown): string {
  const { cause, code = (cause as { code?: unknown } | undefined)?.code } = error as {
    cause?: unknown;
    code?: unknown;
  };
  if (typeof code !== "string" || !/^[A-Z][A-Z0-9_]{1,60}$/.test(code)) return "";
  return ` (${code})`;
}

/** The whole body, or `undefined` if it is larger than the limit. */
async function bounded(answer: Response, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early cancels the stream.
  for await (const piece of (answer.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > most) return undefined;
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}

const fix = "Fix the server, or the contract if the server is right.";

/** What an answer of a real server has that the contract doesn't say, or lacks. */
export async function judgeAnswer(
  operation: MockOperation,
  { answer, method }: { readonly answer: MockAnswer; readonly method: string },
  checking: Checking,
): Promise<readonly MockFinding[]> {
  const { status, headers } = answer;
  const response = responseFor(operation, status);
  if (response === undefined) {
    const names = operation.responses.map(([name]) => name.toLowerCase()).join(", ");
    const message = `the contract declares no response ${status}${names === "" ? "" : `; it has ${names}`}`;
    return [finding({ side: "answer", in: "status" }, { code: "status-undeclared", message, help: fix })];
  }
  const given = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const found = judgeHeaders(response.place, given, checking);
  if (method === "HEAD" || status === 304) return found;
  return [
    ...found,
    ...(await judgeBody(response.place, { answer, type: given.get("content-type") }, checking)),
  ];
}

type ResponsePlace = NonNullable<ReturnType<typeof responseFor>>["place"];

function judgeHeaders(
  response: ResponsePlace,
  given: ReadonlyMap<string, string>,
  checking: Checking,
): readonly MockFinding[] {
  const contracts = checking.schemas.contracts("answer");
  return childPlaces(below(response, "headers")).flatMap(([name, reference]) => {
    // OpenAPI ignores it here.
    if (name.toLowerCase() === "content-type") return [];
    const header = dereference(contracts, reference);
    const raw = given.get(name.toLowerCase());
    const at = { side: "answer", in: "header", name } as const;
    const { required, explode } = (header.value ?? {}) as { required?: unknown; explode?: unknown };
    if (raw === undefined) {
      const message = `the answer lacks the required header \`${name}\``;
      if (required === true) return [finding(at, { code: "required", message, help: fix })];
      return [];
    }
    const checked = { direction: "answer", at, phrase: "the value" } as const;
    const [content] = childPlaces(below(header, "content"));
    if (content !== undefined) {
      const [type, media] = content;
      const text = contentText(raw, type);
      if (text === undefined)
        return [
          finding(at, { code: "json-syntax", message: `the header \`${name}\` isn't valid JSON`, help: fix }),
        ];
      return checkTexts(checking, { ...checked, schema: below(media, "schema") }, () => text);
    }
    const style = { name, style: "simple", explode: explode === true };
    return checkTexts(checking, { ...checked, schema: below(header, "schema") }, (shape) =>
      fromHeader(raw, style, shape),
    );
  });
}

/** A header that is written as a media type; `undefined` if it should be JSON and isn't. */
function contentText(text: string, type: string): Texts | undefined {
  if (contentKind(type) !== "json") return { kind: "text", text };
  try {
    return { kind: "value", value: jsonValue(text) };
  } catch {
    return undefined;
  }
}

async function judgeBody(
  response: ResponsePlace,
  { answer, type }: { readonly answer: MockAnswer; readonly type: string | undefined },
  checking: Checking,
): Promise<readonly MockFinding[]> {
  const at = { side: "answer", in: "body" } as const;
  const content = childPlaces(below(response, "content"));
  const bytes = typeof answer.body === "string" ? new TextEncoder().encode(answer.body) : answer.body;
  const report = (code: string, message: string) => [finding(at, { code, message, help: fix })];
  if (bytes.length === 0)
    return content.length === 0
      ? []
      : report("body-missing", "the answer has no body, and the contract declares one");
  if (content.length === 0) return report("body-undeclared", "the contract declares no body for this answer");
  const media = mediaFor(content, type ?? "");
  if (media === undefined || type === undefined) {
    const types = content.map(([each]) => `\`${each}\``).join(", ");
    const what =
      type === undefined ? "the answer has no `Content-Type`" : `the contract declares no \`${type}\``;
    return report("media-type-undeclared", `${what}; it has ${types}`);
  }
  try {
    const read = await readBody({ bytes, type, encodings: {} });
    const schema = below(media[1], "schema");
    if (read === undefined) return uncheckedBody(checking, { schema, direction: "answer", at }, type);
    return checkTexts(checking, { schema, direction: "answer", at, phrase: "the body" }, read);
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    return report(error.code, error.message);
  }
}
