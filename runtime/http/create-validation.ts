import { documentedKey } from "./answer/read-answer.js";
import { discard } from "./answer/read-body.js";
import { type HeaderReading, headerValue } from "./answer/read-headers.js";
import { ContractViolationError, type Violation } from "./errors.js";
import type { ContractValidation } from "./http-options.js";
import { plainInteger } from "./long-integers/toward-zero.js";
import { mediaCovers, mediaEssence, mediaKind } from "./operation/media-type.js";
import type { OperationDescriptor, ParameterDescriptor } from "./operation/operation-descriptor.js";
import { ownMember } from "./own-member.js";

/** The errors in a value; an empty list if there are none. */
export type Check = (value: unknown) => readonly Violation[];

/** The validators of one operation. */
export interface OperationChecks {
  /** By key of the request. */
  readonly parameters?: Readonly<Record<string, Check>>;
  /** By media type. */
  readonly body?: Readonly<Record<string, Check>>;
  /** By status (`200`, `2XX`, `default`) and media type. */
  readonly answers?: Readonly<Record<string, Readonly<Record<string, Check>>>>;
  /** Of answers, by status and name. */
  readonly headers?: Readonly<Record<string, Readonly<Record<string, HeaderCheck>>>>;
}

/** How a header of an answer is read and checked. */
interface HeaderCheck extends HeaderReading {
  readonly required?: boolean;
  /** Any value passes if absent. */
  readonly check?: Check;
}

/** A validation built from the validators of a contract's operations, by operation id. Anything without a validator passes. */
export function createValidation(
  operations: Readonly<Record<string, OperationChecks>>,
): Required<ContractValidation> {
  return {
    request(operation, request) {
      const { id, body: described, parameters = {}, writers } = operation;
      const checks = ownMember(operations, id);
      const given = request as Readonly<Record<string, unknown>>;
      for (const [key, check] of Object.entries(checks?.parameters ?? {})) {
        const value = ownMember(given, key) ?? undefined;
        if (value !== undefined)
          throwIfInvalid(
            id,
            { direction: "request", part: key },
            check(isLong(parameters, key) ? plain(value) : value),
          );
      }
      const body = ownMember(given, "body");
      const type = String(ownMember(given, "contentType") ?? described?.contentTypes[0] ?? "");
      const check = mediaKind(type) === "json" ? findCheck(checks?.body, type) : undefined;
      // The value is checked as JSON represents it: a date is a string, for example.
      if (check && body !== undefined)
        throwIfInvalid(
          id,
          { direction: "request", part: "body" },
          check(asJson(writers?.body?.plain?.(body, type) ?? body)),
        );
    },
    answer(operation: OperationDescriptor, { ok, status, headers, body, response }) {
      const { id } = operation;
      const checks = ownMember(operations, id);
      const key = documentedKey(status, operation) ?? "";
      for (const [name, header] of Object.entries(ownMember(checks?.headers, key) ?? {})) {
        const violations = headerViolations(name, header, response);
        // A body that is a stream isn't read yet.
        if (violations.length > 0) void discard(response);
        throwIfInvalid(id, { direction: "answer", part: name }, violations);
      }
      const byMedia = ownMember(checks?.answers, key);
      const check = findCheck(byMedia, headers.get("content-type") ?? "");
      // A failure may have any text instead of what the contract documents: its type says so.
      const isForeign = body === undefined || (!ok && typeof body === "string");
      if (check && !isForeign) {
        const value = operation.parse?.plain?.(body, key) ?? body;
        throwIfInvalid(id, { direction: "answer", part: "body" }, check(value));
      }
    },
  };
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** Whether the parameter with this key of the request has integers of 64 bits. */
function isLong(parameters: NonNullable<OperationDescriptor["parameters"]>, key: string): boolean {
  return Object.values(parameters)
    .flatMap((place) => Object.entries(place as Readonly<Record<string, ParameterDescriptor>>))
    .some(([name, { key: own = name, long }]) => long === true && own === key);
}

/** Bigints and texts of digits as numbers, also in lists. */
function plain(value: unknown): unknown {
  return Array.isArray(value) ? value.map(plain) : plainInteger(value);
}

function headerViolations(
  name: string,
  header: HeaderCheck,
  { headers, type }: Response,
): readonly Violation[] {
  const text = headers.get(name);
  if (text !== null) return header.check?.(headerValue(text, header)) ?? [];
  // In an answer from another origin, a browser hides headers that the server doesn't expose.
  if (header.required !== true || type === "cors") return [];
  return [{ code: "required", pointer: "", message: `the required header \`${name}\` is missing` }];
}

/**
 * The validator of a body, by its media type: its own; if JSON is documented, that of any JSON, since the body may be
 * `application/problem+json`; or that of the narrowest range that covers it. A text that only a range covers is checked, too: its
 * type is the contract's. The client doesn't read anything else.
 */
function findCheck(checks: Readonly<Record<string, Check>> = {}, contentType: string): Check | undefined {
  const kind = mediaKind(contentType);
  if (kind === "binary") return undefined;
  const entries = Object.entries(checks);
  const exact = entries.find(([type]) => mediaEssence(type) === mediaEssence(contentType));
  const json = kind === "json" ? entries.find(([type]) => isOneJson(type)) : undefined;
  const covering = entries
    .filter(([type]) => mediaCovers(type, contentType))
    .sort(([a], [b]) => mediaEssence(b).length - mediaEssence(a).length)[0];
  return (exact ?? json ?? covering)?.[1];
}

/** Whether a media type is JSON, and no range. */
function isOneJson(type: string): boolean {
  return mediaKind(type) === "json" && !type.includes("*");
}

function throwIfInvalid(
  operation: string,
  facts: { direction: "request" | "answer"; part: string },
  violations: readonly Violation[],
): void {
  if (violations.length > 0) throw new ContractViolationError(operation, facts, violations);
}
