import type { Protocol, ProtocolResponses, StatusSet } from "@oipkit/runtime/webhook";
import type { StatusRef } from "../suite/suite.js";

/** A status that an expectation allows, or a class of them; `other`: any that doesn't say that an event is accepted. */
export type WantedStatus = number | "2XX" | "4XX" | "5XX" | "other";

/** The statuses that an expectation allows. */
export function wantedStatuses(
  protocol: Pick<Protocol, "responses" | "verification">,
  status: readonly StatusRef[],
): readonly WantedStatus[] {
  const all = status.flatMap((ref): readonly WantedStatus[] => {
    if (typeof ref === "number") return [ref];
    if (ref === "verified") return verifiedStatuses(protocol);
    return answerStatuses(protocol.responses, ref);
  });
  return [...new Set(all)].filter((each) => !all.some((other) => covers(other, each)));
}

/** Whether a class of statuses makes another entry superfluous. Statuses from 500 need a word of their own; see `isCrash`. */
function covers(wide: WantedStatus, each: WantedStatus): boolean {
  if (typeof wide === "number" || wide === each) return false;
  if (wide === "other") return each === "4XX" || (typeof each === "number" && !isSuccess(each) && each < 500);
  return typeof each === "number" && isWanted(each, [wide]);
}

function verifiedStatuses({
  responses,
  verification,
}: Pick<Protocol, "responses" | "verification">): readonly WantedStatus[] {
  if (verification === undefined) return answerStatuses(responses, "accepted");
  return wantedSet(verification.allowed ?? [verification.status]);
}

function answerStatuses(
  responses: ProtocolResponses,
  role: Exclude<StatusRef, number | "verified">,
): readonly WantedStatus[] {
  const wanted = wantedSet(responses.allowed?.[role] ?? [responses[role]]);
  // A failure of the receiver's own is what this answer is for.
  if (role === "unavailable" && wanted.includes("other")) return [...wanted, "5XX"];
  return wanted;
}

function wantedSet(set: StatusSet): readonly WantedStatus[] {
  if (set === "unspecified") return ["other"];
  if (typeof set === "string") return [set];
  return set;
}

/** Whether a status is one of those that are allowed. */
export function isWanted(status: number, wanted: readonly WantedStatus[]): boolean {
  return wanted.some((each) => {
    if (each === "other") return !isSuccess(status);
    if (typeof each === "string") return each.startsWith(String(Math.floor(status / 100)));
    return each === status;
  });
}

/** Whether a refusal by a fault, or without an answer, is all that is wrong: it refuses, but by a crash. */
export function isCrash(status: number | undefined, wanted: readonly WantedStatus[]): boolean {
  if (!wanted.includes("other") || (status ?? 500) < 500) return false;
  return (
    status === undefined ||
    !isWanted(
      status,
      wanted.filter((each) => each !== "other"),
    )
  );
}

/** The statuses in words, such as "401 or 403". */
export function wantedText(wanted: readonly WantedStatus[]): string {
  const isOpen = wanted.includes("other");
  if (isOpen && wanted.includes("2XX")) return "any status";
  // "Any status but 2xx" has all others that aren't a success.
  const named = wanted.filter((each) => !isOpen || each === "other" || isSuccess(Number(each)));
  return [...new Set(named.map((each) => (typeof each === "string" ? classTexts[each] : String(each))))].join(
    " or ",
  );
}

const classTexts: Readonly<Record<Exclude<WantedStatus, number>, string>> = {
  "2XX": "any 2xx",
  "4XX": "any 4xx",
  "5XX": "any 5xx",
  other: "any status but 2xx",
};

/** A status that stands for each of those that are allowed, to tell what kinds of answer they are. */
export function sampleStatuses(wanted: readonly unknown[]): readonly number[] {
  return wanted.flatMap((each) => {
    if (typeof each === "number") return [each];
    if (each === "2XX") return [200];
    if (each === "5XX") return [503];
    return each === "4XX" || each === "other" ? [400] : [];
  });
}

/** Whether a status says that a request was accepted. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** What was expected in words, if a class of statuses was. */
export function classText(
  expected: { readonly value: unknown; readonly text: string } | undefined,
): string | undefined {
  const { value, text } = expected ?? {};
  if (Array.isArray(value) && value.some((each) => typeof each === "string")) return text;
  return undefined;
}
