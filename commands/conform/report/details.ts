import { withQuery } from "../request/outgoing.js";
import type { CaseResult, ExchangeRecord, Report } from "../result.js";
import type { Pattern } from "./pattern.js";
import { failureCause } from "./patterns.js";

/** What a person needs to know about a failed case, one fact per line; `explained`: the patterns by case. */
export function detailLines(
  result: CaseResult,
  report: Report,
  explained: ReadonlyMap<string, Pattern>,
): readonly string[] {
  const { id, clause, level, why, expected, actual, reason } = result;
  const cause = failureCause(result, explained);
  const lines: string[] = [];
  if (reason !== undefined) lines.push(sentence(reason));
  lines.push(`Rule: ${why} (${clause}, ${level})`);
  if (expected !== undefined) lines.push(`Expected: ${expected.text}`);
  if (actual !== undefined) lines.push(`Got: ${actual.text}`);
  if (cause !== undefined) lines.push(`Likely cause: ${cause}`);
  lines.push(`Run again: ${rerunCommand(report, id)}`);
  return lines;
}

/**
 * The command that runs one case again, with a fresh timestamp, nonce and signature. It needs the same credentials in
 * the environment and contains none.
 */
export function rerunCommand({ url, probeUrl, publicUrl, subject, results }: Report, id: string): string {
  if (subject.kind === "sender") return `oipkit conform --sender ${shellWord(url)} --only ${shellWord(id)}`;
  if (subject.kind === "library") return `oipkit conform --library ${shellWord(url)} --only ${shellWord(id)}`;
  if (subject.kind === "api") {
    const { during } = results.find((result) => result.id === id) ?? {};
    const also = during === undefined ? "" : ` --only ${shellWord(during)}`;
    const given = (subject.arguments ?? []).map((argument) => ` ${shellWord(argument)}`).join("");
    return `oipkit conform ${shellWord(subject.contract)} --api ${shellWord(url)}${given} --seed ${subject.seed} --only ${shellWord(id)}${also}`;
  }
  const { id: application, environment, organization, product } = subject.application;
  const flags: readonly (readonly [string, string | undefined])[] = [
    ["--only", id],
    ["--application", application],
    ["--environment", environment],
    ["--organization", organization],
    ["--product", product],
    ["--probe", probeUrl],
    ["--public-url", publicUrl],
  ];
  const given = flags.flatMap(([name, value]) => (value === undefined ? [] : [name, shellWord(value)]));
  const parts = ["oipkit", "conform", shellWord(url), ...given];
  if (subject.callbacks) parts.push("--callbacks");
  if (subject.slow) parts.push("--slow");
  return parts.join(" ");
}

/** The shell variable for the verification token, which is masked in a body. */
const tokenVariable = '"$WEBHOOK_VERIFICATION_TOKEN"';

/**
 * The command that sends one request again byte for byte, with `curl`. The token is taken from the environment. The
 * timestamp and the nonce are those of the run: a receiver may refuse them by now. `undefined` if the bytes aren't
 * kept: a long body, or one that contains another credential.
 */
export function curlCommand(url: string, { request }: ExchangeRecord): string | undefined {
  const body = bodyCommand(request);
  if (body === undefined) return undefined;
  const named = new Set(request.headers.map(([name]) => name.toLowerCase()));
  const headers = request.headers.map(([name, value]) => {
    const word = `-H ${shellWord(value === "" ? `${name};` : `${name}: ${value}`)}`;
    return withCredential(word, request);
  });
  // Headers that curl would add by itself.
  const removed = ["content-type", "expect", "user-agent", "accept"].filter((name) => !named.has(name));
  const without = removed.map((name) => `-H ${shellWord(`${name}:`)}`);
  const chunked = request.chunked !== true ? [] : ["-H 'transfer-encoding: chunked'"];
  const parts = ["curl -sS -i -X", shellWord(request.method), ...headers, ...without, ...chunked];
  return `${body}${parts.join(" ")}${body === "" ? "" : " --data-binary @-"} ${withCredential(shellWord(requestUrl(url, request)), request)}`;
}

/** The credential of an identity is masked, so the command takes it from the environment. */
function withCredential(word: string, { credential }: ExchangeRecord["request"]): string {
  if (credential === undefined) return word;
  return word.replaceAll("***", `'"$${credential}"'`);
}

/** Where a request goes. */
export function requestUrl(url: string, { query, target }: ExchangeRecord["request"]): string {
  if (target !== undefined) return url + target;
  return withQuery(url, query);
}

/** The start of a pipeline that prints a body; empty if there is none. */
function bodyCommand({ body, bodyBytes, exact, base64 }: ExchangeRecord["request"]): string | undefined {
  if (bodyBytes === 0) return "";
  if (base64 !== undefined) return `printf %s ${shellWord(base64)} | base64 -d | `;
  if (exact !== true) return undefined;
  const pieces = body.split("***").map((piece) => (piece === "" ? "" : shellWord(piece)));
  return `printf %s ${pieces.join(tokenVariable)} | `;
}

/** A text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A clause as a sentence: with a capital letter at the start and a full stop at the end. */
export function sentence(clause: string): string {
  if (clause === "") return "";
  const text = clause.slice(0, 1).toUpperCase() + clause.slice(1);
  if (/[.!?]$/.test(text)) return text;
  return `${text}.`;
}
