import type { IncomingMessage, ServerResponse } from "node:http";
import { isStreamed } from "../../../reader/documents/openapi/version32.js";
import type { MockOperation } from "../contract/operations.js";
import { writeAnswer } from "../create-server.js";
import {
  finding,
  isError,
  type MockFinding,
  problemAnswer,
  type RequestRefusal,
  unchecked,
} from "../exchange.js";
import type { Checking } from "../request/check-parameters.js";
import type { RequestVerdict } from "../request/check-request.js";
import { contentKind, essence } from "../request/headers.js";
import type { Passing } from "./forward.js";
import { answerLines } from "./header-lines.js";
import { watchIdle } from "./idle-clock.js";
import { type HeadVerdict, judgeHead } from "./judge-answer.js";
import { keepBody, passBody, sendHead } from "./kept-body.js";

/** How an answer is passed back. */
interface PassingBack {
  /** What the contract says of it; absent if the contract has no such operation. */
  readonly operation: MockOperation | undefined;
  readonly checking: Checking & { readonly maxBytes: number };
  readonly errors: boolean;
  /** How long an answer that isn't a stream may pause, in milliseconds; 0 for any time. */
  readonly idleMs: number;
  /** About the request. */
  readonly judged: Promise<RequestVerdict>;
  readonly served: (findings: readonly MockFinding[]) => void;
}

/** Passes an answer back as it arrives, or once it is judged, if a wrong one is refused. Resolves when it is over. */
export async function passAnswer(passing: Passing, answer: IncomingMessage, how: PassingBack): Promise<void> {
  const { request, response } = passing;
  const { operation, checking, errors, idleMs, judged, served } = how;
  const { statusCode: status = 502, rawHeaders: lines } = answer;
  const head: HeadVerdict =
    operation === undefined
      ? { findings: [], body: { kind: "none" } }
      : judgeHead(operation, { method: request.method ?? "", status, lines }, checking);
  if (errors && operation !== undefined) {
    const wrong = head.findings.filter(isError);
    if (wrong.length > 0) return refuseAnswer(passing, answer, { ...how, findings: head.findings });
    if (isHeld(head, answer)) return passJudged(passing, answer, { ...how, head });
  }
  if (head.body.kind === "items") {
    // An endless answer has no end to report anything at.
    void judged.then(({ findings }) => served([...findings, ...head.findings]));
    response.statusCode = status;
    const judge = head.body.judge(limitedReports(served));
    answer.on("data", judge.take);
    // Its nature is to wait.
    const ending = await passWhole(response, answer, { idleMs: 0 });
    await judge.end({ isComplete: ending === "complete" });
    if (ending === "server-ended") served([endedEarly]);
    return;
  }
  const keeping = { most: checking.maxBytes, hold: false };
  const kept = head.body.kind === "whole" ? keepBody(answer, keeping) : undefined;
  const isStream = mayPause(answer.headers["content-type"] ?? "");
  const ending = await passWhole(response, answer, { idleMs: isStream ? 0 : idleMs });
  const findings = [...(await judged).findings, ...head.findings];
  if (ending === "server-ended") findings.push(endedEarly);
  else if (ending === "server-stalled") findings.push(stalled(idleMs));
  else if (head.body.kind === "whole" && kept !== undefined) {
    if (ending === "client-gone") findings.push(unchecked(inBody, "the client didn't wait for its end"));
    else findings.push(...(await head.body.judge(await kept.settled)));
  }
  served(findings);
}

/** Whether it is in the nature of a body to wait for what it tells. */
function mayPause(type: string): boolean {
  return isStreamed(type) || essence(type) === "multipart/x-mixed-replace";
}

/** Whether an answer waits until its body is judged: what is endless by nature doesn't. */
function isHeld({ body }: HeadVerdict, { headers }: IncomingMessage): boolean {
  return body.kind === "whole" && contentKind(headers["content-type"] ?? "") !== "other";
}

/** Holds an answer until its body is judged, or is known to be too large for that. */
async function passJudged(
  passing: Passing,
  answer: IncomingMessage,
  how: PassingBack & { readonly head: HeadVerdict },
): Promise<void> {
  const { response } = passing;
  const { head, checking, idleMs, judged, served } = how;
  const kept = keepBody(answer, { most: checking.maxBytes, hold: true });
  let hasStalled = false;
  answer.on("error", () => {});
  const stopWatch = watchIdle(answer, idleMs, () => {
    hasStalled = true;
    answer.destroy();
  });
  response.on("close", () => answer.destroy());
  const body = await kept.settled;
  stopWatch();
  const { findings: before } = await judged;
  if (body.kind === "aborted") {
    if (response.destroyed) return served(before);
    const found = hasStalled ? stalled(idleMs) : endedEarly;
    const { code, message: detail } = found;
    await refuse(passing, { status: hasStalled ? 504 : 502, code, detail });
    return served([...before, found]);
  }
  const own = head.body.kind === "whole" ? await head.body.judge(body) : [];
  const findings = [...head.findings, ...own];
  if (findings.some(isError)) return refuseAnswer(passing, answer, { ...how, findings });
  const ending = await passWhole(response, answer, { idleMs, held: kept.pieces });
  if (ending === "server-ended") findings.push(endedEarly);
  if (ending === "server-stalled") findings.push(stalled(idleMs));
  served([...before, ...findings]);
}

/** Answers 502 instead of an answer that breaks the contract. */
async function refuseAnswer(
  passing: Passing,
  answer: IncomingMessage,
  { findings, judged, served }: PassingBack & { readonly findings: readonly MockFinding[] },
): Promise<void> {
  const wrong = findings.filter(isError);
  const what = `the server answered ${answer.statusCode}, which doesn't follow the contract`;
  const detail = `${what}: ${wrong[0]?.message ?? ""}`;
  // Its connection can't be used again before the rest has been read, which nobody waits for.
  if (!answer.complete) answer.on("error", () => {}).destroy();
  await refuse(passing, { status: 502, code: "answer-invalid", detail, findings: wrong });
  served([...(await judged).findings, ...findings]);
}

/** Passes head, body and trailers as they are. Resolves once the client has all of it, or has as much as it gets. */
function passWhole(
  response: ServerResponse,
  answer: IncomingMessage,
  { idleMs, held = [] }: { readonly idleMs: number; readonly held?: readonly Buffer[] },
): Promise<"complete" | "server-ended" | "server-stalled" | "client-gone"> {
  return new Promise((resolve) => {
    let hasServerEnded = false;
    let hasServerStalled = false;
    watchIdle(answer, idleMs, () => {
      // A client that doesn't read is late itself.
      hasServerStalled = !response.writableNeedDrain;
      response.destroy();
    });
    const cut = (): void => {
      if (answer.complete) return;
      hasServerEnded = true;
      // The client can't be told otherwise that something is missing.
      response.destroy();
    };
    answer.on("error", cut);
    answer.on("close", cut);
    response.on("close", () => {
      if (hasServerEnded) return resolve("server-ended");
      const cause = hasServerStalled ? "server-stalled" : "client-gone";
      resolve(response.writableFinished ? "complete" : cause);
      answer.off("close", cut).destroy();
    });
    if (response.destroyed) {
      answer.destroy();
      return resolve("client-gone");
    }
    const isChunked = response.req.method !== "HEAD" && answer.headers["content-length"] === undefined;
    response.sendDate = false;
    const { statusCode = 502, statusMessage = "", rawHeaders } = answer;
    response.writeHead(statusCode, statusMessage, answerLines(rawHeaders, { isChunked }));
    sendHead(response);
    passBody(answer, response, held);
  });
}

const inBody = { side: "answer", in: "body" } as const;

const endedEarly = finding(inBody, {
  code: "upstream-aborted",
  message: "the server ended its answer early",
  help: "Look for the reason in the log of the server.",
});

function stalled(idleMs: number): MockFinding {
  return finding(inBody, {
    code: "upstream-stalled",
    message: `the server sent nothing more of its answer within ${idleMs} ms`,
    help: "Look for the reason in the log of the server, or raise --idle-timeout.",
  });
}

/** Most findings that are reported of one stream. */
const mostReported = 1_000;

function limitedReports(served: PassingBack["served"]): PassingBack["served"] {
  let count = 0;
  return (findings) => {
    if (count >= mostReported) return;
    count += findings.length;
    served(findings);
    if (count >= mostReported) served([unchecked(inBody, `it has had ${mostReported} findings`)]);
  };
}

/** Answers a request with a problem document instead of the real server. */
export function refuse({ request, response }: Passing, refusal: RequestRefusal): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve();
    response.on("close", resolve);
    // Of a body that nobody reads, the rest would be taken for the next request.
    if (!request.complete) response.setHeader("connection", "close");
    request.resume();
    writeAnswer(response, problemAnswer(refusal), request.method ?? "GET");
  });
}
