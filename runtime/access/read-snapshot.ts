import { valueAtPointer } from "../json-pointer/index.js";
import { type Access, type AccessFailure, restricted } from "./access.js";
import type { AccessDescriptor } from "./access-descriptor.js";
import { isRevision } from "./revision.js";

/** An answer to the query, as the HTTP client returns it. */
export interface SnapshotAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly body: unknown;
}

/** The access that an answer grants at an event's revision. Anything uncertain is restricted. */
export function readSnapshot<Collections>(
  descriptor: AccessDescriptor,
  answer: SnapshotAnswer,
  atLeast: number,
): Access<Collections> {
  const { ok, status, body } = answer;
  if (ok !== true)
    return restricted("http-status", { failure: { name: "HttpStatusError", code: "http-status", status } });
  const allowed = valueAtPointer(body, descriptor.allowed);
  const revision = valueAtPointer(body, descriptor.revision);
  const known = isRevision(revision) ? { revision } : {};
  if (typeof allowed !== "boolean") return restricted("allowed-invalid", known);
  if (!allowed) return restricted("not-allowed", known);
  if (!isRevision(revision)) return restricted("revision-invalid");
  if (revision < atLeast) return restricted("revision-stale", known);
  const collections = Object.entries(descriptor.collections).map(([name, pointer]) => [
    name,
    valueAtPointer(body, pointer),
  ]);
  return { ...(Object.fromEntries(collections) as Collections), kind: "allowed", revision };
}

/** Facts about an error, without any of its text. */
export function failureOf(error: unknown): AccessFailure {
  if (!(error instanceof Error)) return { name: typeof error };
  const { code, status } = error as { code?: unknown; status?: unknown };
  return {
    name: error.name,
    // Codes are words; anything else isn't a code.
    ...(typeof code === "string" && /^[\w-]{1,64}$/.test(code) ? { code } : {}),
    ...(Number.isInteger(status) ? { status: status as number } : {}),
  };
}
