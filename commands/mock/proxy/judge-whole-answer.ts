import type { MockOperation } from "../contract/operations.js";
import type { MockAnswer, MockFinding } from "../exchange.js";
import type { Checking } from "../request/check-parameters.js";
import { judgeHead } from "./judge-answer.js";

/** What is judged of an answer that has arrived: its head, and its whole body. */
interface WholeAnswer {
  readonly answer: MockAnswer;
  /** Of the request. */
  readonly method: string;
}

/** What a real server's answer has that the contract doesn't say, or lacks. A body larger than `maxBytes` isn't decoded. */
export async function judgeAnswer(
  operation: MockOperation,
  { answer: { status, headers, body }, method }: WholeAnswer,
  checking: Checking & { readonly maxBytes: number },
): Promise<readonly MockFinding[]> {
  const head = judgeHead(operation, { method, status, lines: headers.flat() }, checking);
  const findings = [...head.findings];
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  if (head.body.kind === "whole") findings.push(...(await head.body.judge({ kind: "whole", bytes })));
  if (head.body.kind === "items") {
    const judge = head.body.judge((found) => findings.push(...found));
    judge.take(Buffer.from(bytes));
    await judge.end({ isComplete: true });
  }
  return findings;
}
