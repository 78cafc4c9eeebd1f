import { contractExamples } from "../../../reader/documents/openapi/contract-examples.js";
import { below, childPlaces, type Place } from "../../../reader/documents/place.js";
import type { MockOperation } from "../contract/operations.js";
import { hasSchema, type MockSchemas, mediaSchema } from "../contract/schemas.js";
import {
  type MockAnswer,
  type MockFinding,
  type MockRequest,
  problemAnswer,
  problemMembers,
  problemType,
  type RequestRefusal,
} from "../exchange.js";
import { acceptable, mediaFor } from "../request/headers.js";
import { bodyMaker } from "./answer-body.js";
import { responseHeaders } from "./answer-headers.js";
import { violationText } from "./made-value.js";
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
  const known = new WeakMap<MockOperation, Map<number, DeclaredRefusal>>();
  const declaredFor = (operation: MockOperation, status: number): DeclaredRefusal => {
    const all = known.get(operation) ?? new Map<number, DeclaredRefusal>();
    known.set(operation, all);
    const declared = all.get(status) ?? declaredRefusal(operation, status);
    all.set(status, declared);
    return declared;
  };
  return ({ operation, request, refusal }) => {
    const { response, content, types, problem } = declaredFor(operation, refusal.status);
    const asProblem = (): RefusalAnswer => ({ answer: problemAnswer(refusal), findings: [] });
    if (response === undefined || content.length === 0) return asProblem();
    const { accept } = request.headers;
    const wantsOther =
      accept !== undefined &&
      acceptable([problemType], accept).length === 0 &&
      acceptable(types, accept).length > 0;
    if (!wantsOther && problem !== undefined && accepts(schemas, problem, problemMembers(refusal)))
      return asProblem();
    // A client that takes none of them learns more from what is declared than from 406.
    const [type = ""] = [...acceptable(types, accept), ...acceptable(types, undefined)];
    const media = content.find(([each]) => each === type)?.[1];
    if (media === undefined || type.includes("*") || saysNothing(schemas, media)) return asProblem();
    const made = makeBody({ media, type, preferences: {}, seed: "" });
    if (made.kind === "refused") return asProblem();
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

/** What the contract declares for a status. */
interface DeclaredRefusal {
  /** Absent if it declares nothing. */
  readonly response: Place | undefined;
  readonly content: readonly (readonly [type: string, media: Place])[];
  readonly types: readonly string[];
  /** The schema of problem documents; absent if there are none. */
  readonly problem: Place | undefined;
}

function declaredRefusal(operation: MockOperation, status: number): DeclaredRefusal {
  const response = responseFor(operation, status)?.place;
  const content = response === undefined ? [] : childPlaces(below(response, "content"));
  const media = mediaFor(content, problemType);
  const problem = media === undefined ? undefined : mediaSchema(media[1]);
  return { response, content, types: content.map(([type]) => type), problem };
}

function accepts(schemas: MockSchemas, schema: Place, members: object): boolean {
  return !hasSchema(schema) || violationText(schemas, schema, members) === undefined;
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
