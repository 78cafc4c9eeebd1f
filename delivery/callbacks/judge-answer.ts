import { tooDeepAt } from "@oipkit/runtime/json-depth";
import { isJsonContentType } from "@oipkit/runtime/webhook";
import type { TransportErrorCode, TransportResult } from "../ports/transport.js";
import type { CallbackResult, JsonValue } from "./parts.js";

/** Failures before there is a connection. TLS can also fail later. */
const unsent: readonly TransportErrorCode[] = ["address-refused", "name-unresolved", "connection-refused"];

/** What became of a callback. */
export function judgeAnswer(result: TransportResult): CallbackResult {
  if (result.kind === "failed")
    return { kind: unsent.includes(result.code) ? "unsent" : "unknown", reason: result.code };
  const { status } = result;
  if (status >= 500) return { kind: "unknown", reason: "server-error", status };
  if (status >= 300) return { kind: "refused", status };
  const body = result.truncated ? undefined : jsonOf(result.headers["content-type"], result.body);
  // It was done, but what came of it can't be read.
  if (body === undefined) return { kind: "unknown", reason: "answer-unreadable", status };
  return { kind: "answered", status, body: body.value };
}

function jsonOf(type: string | undefined, bytes: Uint8Array): { readonly value: JsonValue } | undefined {
  if (!isJsonContentType(type ?? null)) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return tooDeepAt(text) < 0 ? { value: JSON.parse(text) } : undefined;
  } catch {
    return undefined;
  }
}
