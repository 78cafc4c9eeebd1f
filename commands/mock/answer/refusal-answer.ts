import { below, childPlaces, type Place } from "../../../reader/documents/place.js";
import type { MockOperation } from "../contract/operations.js";
import { hasSchema, type MockSchemas, mediaSchema } from "../contract/schemas.js";
import {
  type MockAnswer,
  type MockFinding,
  type MockRequest,
  problemAnswer,
  problemType,
  type RequestRefusal,
} from "../exchange.js";
import { acceptable, mediaFor } from "../request/headers.js";
import { bodyMaker } from "./answer-body.js";
import { responseHeaders } from "./answer-headers.js";
import { contractExamples, violationText } from "./made-value.js";
import { responseFor } from "./make-answer.js";

/** Why an operation refuses a request. */
interface Refused {
  readonly operation: MockOperation;
  readonly request: Pick<MockRequest, "headers">;
  readonly refusal: RequestRefusal;
}

/** An answer to a wrong request, and what was found on the way to it. */
interface RefusalAnswer {
  readonly answer: MockAnswer;
  readonly findings: readonly MockFinding[];
}

/** Makes the answers to wrong requests. */
type RefusalMaker = (refused: Refused) => RefusalAnswer;

/**
 * Answers wrong requests as the contract declares: with a problem document if the response has one, or no content at all; otherwise with the media type and the
 * body that it declares, and the reason in a header.
 */
export function refusalMaker(schemas: MockSchemas): RefusalMaker {
  const makeBody = bodyMaker(schemas);
  const makeHeaders = responseHeaders(schemas);
  return ({ operation, request, refusal }) => {
    const asProblem = { answer: problemAnswer(refusal), findings: [] };
    const response = responseFor(operation, refusal.status)?.place;
    const content = response === undefined ? [] : childPlaces(below(response, "content"));
    if (response === undefined || content.length === 0) return asProblem;
    const types = content.map(([type]) => type);
    const { accept } = request.headers;
    const wantsOther = acceptable([problemType], accept).length === 0 && acceptable(types, accept).length > 0;
    if (!wantsOther && declaresProblem(schemas, content, asProblem.answer)) return asProblem;
    // A client that takes none of them learns more from what is declared than from 406.
    const [type = ""] = [...acceptable(types, accept), ...acceptable(types, undefined)];
    const media = content.find(([each]) => each === type)?.[1];
    if (media === undefined || type.includes("*") || saysNothing(schemas, media)) return asProblem;
    const made = makeBody({ media, type, preferences: {}, seed: "" });
    if (made.kind === "refused") return asProblem;
    const { status, headers = [] } = refusal;
    const own = new Set(headers.map(([name]) => name.toLowerCase()));
    const declared = makeHeaders(response).filter(([name]) => !own.has(name.toLowerCase()));
    return {
      answer: {
        status,
        headers: [["content-type", type], ...headers, ...declared, [reasonHeader, reason(refusal)]],
        body: made.body,
      },
      findings: made.findings,
    };
  };
}

/** Whether problem documents are declared, and this is a valid one. */
function declaresProblem(
  schemas: MockSchemas,
  content: readonly (readonly [type: string, media: Place])[],
  { body }: MockAnswer,
): boolean {
  const media = mediaFor(content, problemType);
  if (media === undefined) return false;
  const schema = mediaSchema(media[1]);
  if (!hasSchema(schema)) return true;
  return violationText(schemas, schema, JSON.parse(String(body))) === undefined;
}

/** Whether the contract has neither a schema nor an example of a body. */
function saysNothing(schemas: MockSchemas, media: Place): boolean {
  return !hasSchema(mediaSchema(media)) && contractExamples(schemas.contracts("answer"), media).length === 0;
}

const reasonHeader = "oipkit-refusal";

/** Longest detail in a header. */
const longestDetail = 500;

/** The code and the sentence of a refusal, as a structured field (RFC 9651). */
function reason({ code, detail }: RequestRefusal): string {
  const text = detail
    .slice(0, longestDetail)
    .replace(/[^\x20-\x7e]/g, "?")
    .replace(/["\\]/g, (character) => `\\${character}`);
  return `${code};detail="${text}"`;
}
