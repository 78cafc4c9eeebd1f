import { isStreamed } from "../../../reader/documents/openapi/version32.js";
import { below, childPlaces, dereference, type Place } from "../../../reader/documents/place.js";
import { responseFor } from "../answer/make-answer.js";
import type { MockOperation } from "../contract/operations.js";
import { mediaSchema } from "../contract/schemas.js";
import { finding, type MockFinding, unchecked } from "../exchange.js";
import { type Checking, checkTexts, uncheckedBody } from "../request/check-parameters.js";
import { type DecodedBody, decodeBody } from "../request/decode-body.js";
import { contentKind, mediaFor } from "../request/headers.js";
import { readBody, UnreadableBody } from "../request/read-body.js";
import { fromHeader } from "../request/styled.js";
import { jsonValue, type Texts } from "../request/texts.js";
import { type HeaderLines, headerIn } from "./header-lines.js";
import { hasItemsAlone, itemJudge, type PieceJudge } from "./judge-items.js";
import type { Kept } from "./kept-body.js";

const fix = "Fix the server, or the contract if the server is right.";
const at = { side: "answer", in: "body" } as const;

const report = (code: string, message: string): readonly MockFinding[] => [
  finding(at, { code, message, help: fix }),
];

/** The head of an answer. */
export interface AnswerHead {
  readonly method: string;
  readonly status: number;
  readonly lines: HeaderLines;
}

/** What the head of an answer says, and how its body is judged. */
export interface HeadVerdict {
  readonly findings: readonly MockFinding[];
  readonly body: BodyJudging;
}

/** How a body is judged: not at all, as a whole, or item by item while it passes. */
type BodyJudging =
  | { readonly kind: "none" }
  | { readonly kind: "whole"; readonly judge: (kept: Kept) => Promise<readonly MockFinding[]> }
  | {
      readonly kind: "items";
      readonly judge: (found: (findings: readonly MockFinding[]) => void) => PieceJudge;
    };

/** What the head of a real server's answer has that the contract doesn't say, or lacks. */
export function judgeHead(
  operation: MockOperation,
  head: AnswerHead,
  checking: Checking & { readonly maxBytes: number },
): HeadVerdict {
  const { status, lines, method } = head;
  const response = responseFor(operation, status);
  if (response === undefined) {
    const names = operation.responses.map(([name]) => name.toLowerCase()).join(", ");
    const message = `the contract declares no response ${status}${names === "" ? "" : `; it has ${names}`}`;
    const undeclared = finding(
      { side: "answer", in: "status" },
      { code: "status-undeclared", message, help: fix },
    );
    return { findings: [undeclared], body: { kind: "none" } };
  }
  const findings = judgeHeaders(response.place, lines, checking);
  if (method === "HEAD" || status === 304) return { findings, body: { kind: "none" } };
  return { findings, body: bodyJudging(response.place, head, checking) };
}

function bodyJudging(
  response: Place,
  { lines }: AnswerHead,
  checking: Checking & { readonly maxBytes: number },
): BodyJudging {
  const type = headerIn(lines, "content-type");
  const coding = headerIn(lines, "content-encoding");
  const media = mediaFor(childPlaces(below(response, "content")), type ?? "");
  const { maxBytes } = checking;
  if (type !== undefined && media !== undefined && isStreamed(type)) {
    const schema = mediaSchema(media[1]);
    if (hasItemsAlone(checking, schema))
      return {
        kind: "items",
        judge: (found) => itemJudge(checking, { type, coding, schema, at, maxBytes, found }),
      };
    return { kind: "items", judge: (found) => unjudged(found, uncheckedItems(checking, schema)) };
  }
  return {
    kind: "whole",
    judge: async (kept) => {
      if (kept.kind === "aborted") return [];
      const found = kept.kind === "whole" && kept.bytes.length === 0 ? noBody(response) : undefined;
      const declared = found ?? declaredMedia(response, type);
      if (!("schema" in declared)) return declared;
      const body = kept.kind === "whole" ? await decodeBody(kept.bytes, coding, maxBytes) : kept;
      return judgeBody(declared, body, checking);
    },
  };
}

/** Passes a stream whose items have no schema. */
function unjudged(
  found: (findings: readonly MockFinding[]) => void,
  findings: readonly MockFinding[],
): PieceJudge {
  if (findings.length > 0) found(findings);
  return { take: () => {}, end: async () => {} };
}

function uncheckedItems(checking: Checking, schema: Place): readonly MockFinding[] {
  const about = uncheckedBody(checking, { schema, direction: "answer", at }, "");
  if (about.length === 0) return [];
  return [unchecked(at, "its schema isn't one of items alone, which `itemSchema` or a list would be")];
}

function judgeHeaders(response: Place, lines: HeaderLines, checking: Checking): readonly MockFinding[] {
  const contracts = checking.schemas.contracts("answer");
  return childPlaces(below(response, "headers")).flatMap(([name, reference]) => {
    // OpenAPI ignores it here.
    if (name.toLowerCase() === "content-type") return [];
    const header = dereference(contracts, reference);
    const raw = headerIn(lines, name.toLowerCase());
    const place = { side: "answer", in: "header", name } as const;
    const { required, explode } = (header.value ?? {}) as { required?: unknown; explode?: unknown };
    if (raw === undefined) {
      const message = `the answer lacks the required header \`${name}\``;
      if (required === true) return [finding(place, { code: "required", message, help: fix })];
      return [];
    }
    const checked = { direction: "answer", at: place, phrase: "the value" } as const;
    const [content] = childPlaces(below(header, "content"));
    if (content !== undefined) {
      const [type, media] = content;
      const text = contentText(raw, type);
      if (text === undefined) {
        const message = `the header \`${name}\` isn't valid JSON`;
        return [finding(place, { code: "json-syntax", message, help: fix })];
      }
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

function noBody(response: Place): readonly MockFinding[] {
  if (childPlaces(below(response, "content")).length === 0) return [];
  return report("body-missing", "the answer has no body, and the contract declares one");
}

/** A media type that the contract declares. */
interface DeclaredMedia {
  readonly type: string;
  readonly schema: Place;
}

function declaredMedia(response: Place, type: string | undefined): DeclaredMedia | readonly MockFinding[] {
  const content = childPlaces(below(response, "content"));
  if (content.length === 0) return report("body-undeclared", "the contract declares no body for this answer");
  const media = mediaFor(content, type ?? "");
  if (media !== undefined && type !== undefined) return { type, schema: mediaSchema(media[1]) };
  const types = content.map(([each]) => `\`${each}\``).join(", ");
  const what =
    type === undefined ? "the answer has no `Content-Type`" : `the contract declares no \`${type}\``;
  return report("media-type-undeclared", `${what}; it has ${types}`);
}

async function judgeBody(
  { type, schema }: DeclaredMedia,
  body: DecodedBody,
  checking: Checking & { readonly maxBytes: number },
): Promise<readonly MockFinding[]> {
  const checked = { schema, direction: "answer", at } as const;
  if (body.kind !== "decoded") {
    if (body.kind === "broken")
      return report("content-encoding", `the answer's body isn't valid \`${body.coding}\``);
    // Of what no schema describes, there is no more to say.
    if (uncheckedBody(checking, checked, type).length === 0) return [];
    if (body.kind === "unknown") return [unchecked(at, `nothing decodes \`${body.coding}\``)];
    return [unchecked(at, `it is larger than ${checking.maxBytes} bytes; raise the limit with --max-body`)];
  }
  try {
    const read = await readBody({ bytes: body.bytes, type, encodings: {} });
    if (read === undefined) return uncheckedBody(checking, checked, type);
    return checkTexts(checking, { ...checked, phrase: "the body" }, read);
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    return report(error.code, error.message);
  }
}
