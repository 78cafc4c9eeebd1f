import { json } from "../../../../../reader/text/json.js";
import { contentKind } from "../../../../mock/index.js";
import {
  type ApiContract,
  type ApiOperation,
  declaresStatus,
  statusText,
  writtenMedia,
} from "../../contract/api-contract.js";
import { infoText, statements } from "../../contract/contract-words.js";
import { bodyValue } from "../../request/call-arguments.js";
import { type ApiAnswer, isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import type { Trial } from "../../run/trial.js";
import { type ApiCheck, type CheckContext, mustCase, untried, violated } from "../api-check.js";
import { baseCall } from "../base-call.js";

/** The largest body that a contract allows, in bytes: where a unit may mean two numbers, both. */
interface SizeLimit {
  readonly accepted: number;
  readonly refused: number;
}

/** Bodies are as large as the contract says, and not larger. */
export const sizeLimits: ApiCheck = {
  name: "size-limit",
  rule: "A body of the size that the contract names in words is accepted, and a larger one refused with 413.",
  *cases({ contract }) {
    for (const operation of contract.operations) {
      const media = writtenMedia(operation);
      if (media === undefined || contentKind(media.type) !== "json" || !declaresStatus(operation, 413))
        continue;
      const limit = sizeLimit(contract, operation);
      if (limit === undefined) continue;
      yield mustCase(`size-limit/${operation.id}/largest`, async (trial, context) => {
        const { answer, isUsual } = await sendPadded(trial, { operation, size: limit.accepted }, context);
        if (isSuccess(answer)) return;
        if (!(await isUsual())) return untried(`needs a call of ${operation.id} that the server accepts`);
        violated(
          `the server refuses a body of ${operation.id} with ${limit.accepted} bytes, which the contract allows`,
          statuses("a success", answer.status),
        );
      });
      yield mustCase(`size-limit/${operation.id}/larger`, async (trial, context) => {
        const { answer, isUsual } = await sendPadded(trial, { operation, size: limit.refused + 1 }, context);
        if (isSuccess(answer))
          return violated(
            `the server accepts a body of ${operation.id} with ${limit.refused + 1} bytes, and the contract declares 413: ${statusText(operation, 413).slice(0, 80)}`,
            statuses("413", answer.status),
          );
        if (answer.status === 413 || !(await isUsual())) return;
        violated(
          `the server refuses a body of ${operation.id} with ${limit.refused + 1} bytes by another status`,
          {
            ...statuses("413", answer.status),
            level: "should",
          },
        );
      });
    }
  },
};

/** Numbers that a limit of bodies may be; larger ones cost too much. */
const mostBytes = 12 * 1024 * 1024;

/** The limit that the description of 413 names, or that of the API. */
function sizeLimit(contract: ApiContract, operation: ApiOperation): SizeLimit | undefined {
  const general = statements(infoText(contract)).filter(
    (each) => /\b413\b/.test(each) || /\b(?:bod(?:y|ies)|payloads?)\b/i.test(each),
  );
  for (const text of [...statements(statusText(operation, 413)), ...general]) {
    const found = namedLimit(text);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Words before a number of bytes that make it a limit. */
const bounds =
  /\b(?:more than|at most|up to|larger than|bigger than|greater than|over|exceeds?|above|limited to|limit of|limit is|maximum of|maximum is|maximum size of|beyond|less than|smaller than|under|below)$/;

function namedLimit(text: string): SizeLimit | undefined {
  const words = text.split(" ").filter((word) => word !== "");
  for (const [at, word] of words.entries()) {
    const [digits] = /^\d[\d,_]*/.exec(word) ?? [];
    if (digits === undefined) continue;
    const unit = word.slice(digits.length) || words[at + 1] || "";
    const before = bounds.exec(words.slice(Math.max(0, at - 3), at).join(" "));
    const bytes = unitBytes(unit.replace(/[^A-Za-z]/g, ""));
    const number = Number(digits.replace(/[,_]/g, ""));
    if (before === null || bytes === undefined || number === 0) continue;
    const [least, most] = bytes;
    // "Less than" leaves out the number itself.
    const own = /^(?:less|smaller|under|below)/.test(before[0]) ? -1 : 0;
    const limit = { accepted: number * least + own, refused: number * most };
    return limit.refused > mostBytes ? undefined : limit;
  }
  return undefined;
}

/** What a unit means, by those who mean the least and the most. */
function unitBytes(unit: string): readonly [least: number, most: number] | undefined {
  if (unit === "KiB") return [1024, 1024];
  if (unit === "MiB") return [1024 ** 2, 1024 ** 2];
  if (unit === "kB" || unit === "KB") return [1000, 1024];
  if (unit === "MB") return [1_000_000, 1024 ** 2];
  return /^(?:bytes?|octets?|B)$/.test(unit) ? [1, 1] : undefined;
}

/** Sends a body with white space behind it, and returns how to send it without. */
async function sendPadded(
  trial: Trial,
  { operation, size }: { readonly operation: ApiOperation; readonly size: number },
  { fixtures }: CheckContext,
): Promise<{ readonly answer: ApiAnswer; readonly isUsual: () => Promise<boolean> }> {
  const call = await baseCall(trial, operation, fixtures);
  const text = new TextEncoder().encode(json(bodyValue(call) ?? null));
  if (bodyValue(call) === undefined || text.length > size)
    return untried(`needs a body of ${operation.id} that is small enough`);
  const bytes = new Uint8Array(size).fill(0x20);
  bytes.set(text);
  const answer = await trial.call(operation, { ...call, body: { type: call.body?.type, bytes } });
  return { answer, isUsual: async () => isSuccess(await trial.call(operation, call)) };
}
