import { mediaKind } from "../http/operation/media-type.js";
import { ownMember } from "../http/own-member.js";
import type { Answer } from "../ports/answer.js";
import type { IncomingDescriptor } from "./descriptor.js";
import { InvalidResultError } from "./errors.js";
import type { AnyResult } from "./handler-types.js";

/** The answer that a handler's result stands for. Throws `InvalidResultError` if it can't be sent. */
export function writeResult(result: unknown, descriptor: IncomingDescriptor): Answer {
  if (result === undefined || result === null)
    return { status: emptyStatus(descriptor), headers: {}, body: "" };
  if (typeof result !== "object")
    throw new InvalidResultError("a handler returns an object with a `status`, or nothing");
  const { status, headers = {}, body, contentType } = result as AnyResult;
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new InvalidResultError("the `status` of a result is an integer from 200 to 599");
  const own = Object.entries(headers).map(
    ([name, value]) => [name.toLowerCase(), checked(name, value)] as const,
  );
  if (body === undefined) return { status, headers: Object.fromEntries(own), body: "" };
  if (status === 204 || status === 205 || status === 304)
    throw new InvalidResultError(`an answer with the status ${status} has no body`);
  const type = checked("content-type", contentType ?? documentedType(descriptor, status));
  return {
    status,
    headers: { ...Object.fromEntries(own), "content-type": type },
    body: bodyText(body, type),
  };
}

/** The first success without a body, or 204. */
function emptyStatus({ answers }: IncomingDescriptor): number {
  const successes = Object.entries(answers).filter(([status]) => /^2(?:\d\d|XX)$/i.test(status));
  const considered =
    successes.length > 0 ? successes : Object.entries(answers).filter(([key]) => key === "default");
  if (considered.length === 0) return 204;
  const empty = considered.find(([, types]) => types.length === 0);
  if (empty === undefined)
    throw new InvalidResultError("the contract has no success without a body, so a handler must return one");
  if (/^2\d\d$/.test(empty[0])) return Number(empty[0]);
  return 204;
}

function documentedType({ answers }: IncomingDescriptor, status: number): string {
  const range = `${String(status).charAt(0)}XX`;
  const types =
    ownMember(answers, String(status)) ??
    ownMember(answers, range) ??
    ownMember(answers, range.toLowerCase()) ??
    ownMember(answers, "default");
  const [first] = (types ?? []).filter((type) => !type.includes("*"));
  return first ?? "application/json";
}

function bodyText(body: unknown, type: string): string {
  if (mediaKind(type) === "json") {
    const text = JSON.stringify(body);
    if (text === undefined) throw new InvalidResultError("the `body` of a result isn't JSON");
    return text;
  }
  if (typeof body !== "string")
    throw new InvalidResultError(`the \`body\` of a result of type ${type} is a string`);
  return body;
}

/** A header's value; one with a line feed would be a second header. */
function checked(name: string, value: unknown): string {
  const isToken = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);
  if (!isToken || typeof value !== "string" || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
    throw new InvalidResultError("a result has an invalid header");
  return value;
}
