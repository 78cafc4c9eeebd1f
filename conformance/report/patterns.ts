import type { CaseResult, Report } from "../result/result.js";

/** What many results together suggest; two sentences. */
export interface Pattern {
  readonly seen: string;
  readonly probably: string;
}

/** Fewer cases than this may agree by chance. */
const enough = 5;

/** Overall problems, if so many failures agree that looking at each would be misleading. */
export function patternsOf({ results, subject }: Report): readonly Pattern[] {
  const tried = results.filter(({ result }) => result !== "inconclusive");
  const silent = tried.filter(({ actual }) => actual?.aspect === "answer");
  if (tried.length >= enough && silent.length > tried.length / 2) return [silence(silent, tried)];
  const wanting = tried.filter((each) => wants(each, isSuccess));
  const refusing = tried.filter((each) => wants(each, (status) => !isSuccess(status)));
  const found: Pattern[] = [];
  const same = sameStatus(wanting);
  if (same !== undefined && wanting.length >= enough) found.push(oneAnswer(same, subject.encryption));
  const accepted = refusing.filter(({ actual }) => isStatus(actual) && isSuccess(actual.value));
  if (refusing.length >= enough && accepted.length > refusing.length * 0.9)
    found.push({
      seen: `${accepted.length} of ${refusing.length} wrong requests are accepted.`,
      probably: "The receiver checks neither the signature nor the content of requests.",
    });
  return found;
}

function silence(silent: readonly CaseResult[], tried: readonly CaseResult[]): Pattern {
  const late = silent.filter(({ actual }) => actual?.value === "timeout").length;
  return {
    seen: `${silent.length} of ${tried.length} cases get no answer.`,
    probably:
      late > silent.length / 2
        ? "The receiver does its work before it answers, or waits for something unavailable; use --timeout MS to allow more time, --concurrency N to reduce the load."
        : "The receiver crashes or is restarted while the suite runs, or something in front of it closes connections.",
  };
}

/** The status that nearly all of these wrongly returned; a connection verification may differ. */
function sameStatus(results: readonly CaseResult[]): number | undefined {
  const counts = new Map<number, number>();
  for (const { result, actual } of results) {
    if (result === "failed" && isStatus(actual))
      counts.set(actual.value, (counts.get(actual.value) ?? 0) + 1);
  }
  return [...counts].find(([, count]) => count > results.length * 0.8)?.[0];
}

function oneAnswer(status: number, encrypted: boolean): Pattern {
  const seen = `Requests that should be accepted all get ${status}.`;
  if (status >= 300 && status < 400)
    return {
      seen,
      probably:
        "The URL redirects to the receiver's own, for example to https or to a path with a trailing slash.",
    };
  if (status >= 500)
    return {
      seen,
      probably: "The receiver fails on any delivery; its log says why, and whether its stores are reachable.",
    };
  if (isSuccess(status))
    return {
      seen,
      probably: "The framework's default status or body is sent; the documentation requires a specific one.",
    };
  const mode = encrypted
    ? "plaintext, but WEBHOOK_ENCRYPT_KEY is set"
    : "an encrypted body, but WEBHOOK_ENCRYPT_KEY isn't set";
  const causes: Readonly<Record<number, string>> = {
    400: `The receiver can't read the body: it expects ${mode}, or a parser in front of it refuses it.`,
    401: "The secret or the verification token differs from the receiver's, its clock is wrong, or it verifies the signature of a body that was parsed and serialized again.",
    403: "Something in front of the receiver refuses requests: a firewall, a login or CSRF protection.",
    404: "The path of the URL is not the one that the receiver listens on.",
    405: "The path of the URL doesn't accept POST.",
    413: "The body limit is far too low.",
    415: "The receiver doesn't accept application/json.",
    422: `The receiver is configured for another application, environment, organization or product than the flags say, or expects ${mode}.`,
    429: "A rate limit applies in front of the receiver; use --concurrency 1 to reduce the load.",
  };
  return { seen, probably: causes[status] ?? "Something in front of the receiver answers in its place." };
}

function wants({ expected }: CaseResult, like: (status: number) => boolean): boolean {
  if (expected?.aspect !== "status" || !Array.isArray(expected.value)) return false;
  return (
    expected.value.length > 0 && expected.value.every((status) => typeof status === "number" && like(status))
  );
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function isStatus(actual: CaseResult["actual"]): actual is { aspect: "status"; value: number; text: string } {
  return actual?.aspect === "status" && typeof actual.value === "number";
}
