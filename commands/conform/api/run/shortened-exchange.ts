import type { ApiAnswer } from "./api-session.js";
import type { TrialExchange } from "./finding.js";
import { isRecord } from "./item-names.js";

/** Longer bodies aren't kept whole, in bytes: a case may have read sixty pages, and each may be as long as answers may be. */
const mostWhole = 16 * 1024;

/** Members and lengths of texts that are kept of a longer body: those that later requests may refer to. */
const mostMembers = 100;
const longestText = 200;

/** An exchange as it is kept for reports: of a long answer, the start, and the short members that later requests may name. */
export function shortenedExchange(exchange: TrialExchange): TrialExchange {
  const { answer } = exchange;
  if (typeof answer === "string") return exchange;
  return { ...exchange, answer: shortenedAnswer(answer) };
}

/** The same of an answer. */
export function shortenedAnswer(answer: ApiAnswer): ApiAnswer {
  if (answer.body.length <= mostWhole) return answer;
  const body = new Uint8Array(answer.body.subarray(0, mostWhole));
  return {
    ...answer,
    body,
    text: Buffer.from(body.buffer).toString("utf8"),
    value: shortMembers(answer.value),
  };
}

function shortMembers(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(value)) return undefined;
  const isShort = (member: unknown): boolean =>
    typeof member === "number" || (typeof member === "string" && member.length <= longestText);
  const short = Object.entries(value).filter(([, member]) => isShort(member));
  return Object.fromEntries(short.slice(0, mostMembers));
}
