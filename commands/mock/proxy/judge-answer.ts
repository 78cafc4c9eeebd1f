import { below, dereference, entriesOf } from "../../../reader/documents/place.js";
import { responseFor } from "../answer/choose-response.js";
import type { MockOperation } from "../contract/operations.js";
import type { MockAnswer, MockFinding } from "../exchange.js";
import { finding } from "../finding.js";
import { type Checking, checkTexts, uncheckedBody } from "../request/check-value.js";
import { jsonValue } from "../request/json-value.js";
import { contentKind, mediaFor } from "../request/media-type.js";
import { readBody } from "../request/read-body.js";
import { fromHeader } from "../request/styled.js";
import type { Texts } from "../request/texts.js";
import { UnreadableBody } from "../request/unreadable-body.js";

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
  return entriesOf(below(response, "headers")).flatMap(([name, reference]) => {
    // OpenAPI ignores it here.
    if (name.toLowerCase() === "content-type") return [];
    const header = dereference(contracts, reference);
    const raw = given.get(name.toLowerCase());
    const at = { side: "answer", in: "header", name } as const;
    const { required, explode } = (header.value ?? {}) as { required?: unknown; explode?: unknown };
    if (raw === undefined) {
      const message = `the answer lacks the required header \`${name}\``;
      return required === true ? [finding(at, { code: "required", message, help: fix })] : [];
    }
    const checked = { direction: "answer", at, phrase: "the value" } as const;
    const [content] = entriesOf(below(header, "content"));
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
  const content = entriesOf(below(response, "content"));
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
