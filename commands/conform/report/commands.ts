import { withQuery } from "../request/query.js";
import type { ExchangeRecord, Report } from "../result/result.js";

/**
 * The command that runs one case again, with a fresh timestamp, nonce and signature. It needs the same credentials in
 * the environment and contains none.
 */
export function rerunCommand({ url, probeUrl, publicUrl, subject }: Report, id: string): string {
  if (subject.kind === "sender") return `oipkit conform --sender ${shellWord(url)} --only ${shellWord(id)}`;
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
  return ["oipkit", "conform", shellWord(url), ...given, ...(subject.callbacks ? ["--callbacks"] : [])].join(
    " ",
  );
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
  const headers = request.headers.map(
    ([name, value]) => `-H ${shellWord(value === "" ? `${name};` : `${name}: ${value}`)}`,
  );
  // Headers that curl would add by itself.
  const removed = ["content-type", "expect", "user-agent", "accept"].filter((name) => !named.has(name));
  const without = removed.map((name) => `-H ${shellWord(`${name}:`)}`);
  const chunked = request.chunked !== true ? [] : ["-H 'transfer-encoding: chunked'"];
  const parts = ["curl -sS -i -X", shellWord(request.method), ...headers, ...without, ...chunked];
  return `${body}${parts.join(" ")}${body === "" ? "" : " --data-binary @-"} ${shellWord(withQuery(url, request.query))}`;
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
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
