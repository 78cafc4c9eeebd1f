import { commaTexts, jsonOrText, type TextType, typedText } from "../../typed-text.js";
import { ContractViolationError } from "../errors.js";
import { documentedKey } from "./read-answer.js";

/** How the text of a header is read. */
export interface HeaderReading {
  /** What it, or each item of its list, is read as: a string if absent. */
  readonly type?: TextType;
  /** Whether it is a list with commas. */
  readonly list?: boolean;
  /** Whether it is JSON. */
  readonly json?: boolean;
}

/**
 * The headers that an operation of openapi-typescript's `operations` declares for a status, as far as they can be read. Each may be
 * absent: a proxy may have dropped it, and in an answer from another origin, a browser hides those that the server doesn't expose.
 */
export type HeadersOf<Operation, Status, Names extends string> = Operation extends {
  responses: infer Responses;
}
  ? Status extends keyof Responses
    ? DeclaredHeaders<Responses[Status], Names>
    : DeclaredHeaders<Responses[Extract<keyof Responses, string>], Names>
  : never;

type DeclaredHeaders<Described, Names extends string> = Described extends { headers: infer Headers }
  ? { readonly [Name in keyof Headers as Extract<Name, Names>]?: HeaderValue<NonNullable<Headers[Name]>> }
  : never;

/** That of a header declared by `content` is in a record with its media type. */
type HeaderValue<Declared> = Declared extends { readonly [Media in `${string}/${string}`]: infer Value }
  ? Value
  : Declared;

/** The part of an answer that says which headers it has: the compiler needn't compute the others of a thousand operations. */
export interface AnswerHead<Status extends number> {
  readonly status: Status;
  readonly headers: Headers;
}

/**
 * The headers of an answer that the contract declares for its status, which `readings` has for each one. Throws
 * `ContractViolationError` for a text that isn't of its type.
 */
export function readHeaders<Declared>(
  { status, headers }: AnswerHead<number>,
  operation: string,
  readings: Readonly<Record<string, Readonly<Record<string, HeaderReading>>>>,
): Declared {
  const responses = Object.fromEntries(Object.keys(readings).map((key) => [key, []]));
  const key = documentedKey(status, { id: operation, method: "", path: "", responses }) ?? "";
  const found = Object.entries(readings[key] ?? {}).flatMap(([name, reading]) => {
    const text = headers.get(name);
    if (text === null) return [];
    const value = headerValue(text, reading);
    if (!isOfType(value, reading)) throw unreadable(operation, name, reading);
    return [[name, value]];
  });
  return Object.fromEntries(found) as Declared;
}

/** The value of a header; a text that isn't of its type stays a text. */
export function headerValue(text: string, { json, list, type }: HeaderReading): unknown {
  if (json) return jsonOrText(text);
  if (list) return commaTexts(text).map((item) => typedText(item.trim(), type));
  return typedText(text, type);
}

function isOfType(value: unknown, { json, type }: HeaderReading): boolean {
  const wanted = type ?? "string";
  // JSON may be any value; a text that isn't JSON stays one.
  if (json) return true;
  return Array.isArray(value) ? value.every((item) => typeof item === wanted) : typeof value === wanted;
}

function unreadable(operation: string, name: string, { type }: HeaderReading): Error {
  const message = `the header \`${name}\` isn't a ${type ?? "string"}`;
  const violations = [{ code: "type", pointer: "", message }];
  return new ContractViolationError(operation, { direction: "answer", part: name }, violations);
}
