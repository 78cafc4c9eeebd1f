import { isTooDeep } from "@oipkit/runtime/json-depth";
import { operations } from "../../generated/validators/platform.operations.js";
import type { ApiRoute } from "../api-route.js";
import type { BodyReading } from "./request-content.js";

const none: BodyReading = { kind: "none" };

/** Reads the body of a request if its operation has one: at most `maxBytes`, JSON, checked by the contract's validator. */
export async function readBody(request: Request, route: ApiRoute, maxBytes: number): Promise<BodyReading> {
  if (route.body === undefined || request.body === null) return none;
  const { headers } = request;
  if (Number(headers.get("content-length") ?? 0) > maxBytes) return { kind: "too-large" };
  const bytes = await bytesOf(request.body, maxBytes);
  if (bytes === undefined) return { kind: "too-large" };
  if (bytes.length === 0) return none;
  if (!isJson(headers.get("content-type") ?? "") || !isIdentity(headers.get("content-encoding")))
    return { kind: "media-type" };
  const parsed = parse(bytes);
  if (parsed === undefined) return { kind: "malformed" };
  const check = operations[route.id]?.body?.["application/json"];
  const violations = check?.(parsed.value) ?? [];
  return {
    kind: "json",
    value: parsed.value,
    problems: violations.map(({ pointer, message }) => ({ pointer, message })),
  };
}

async function bytesOf(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size);
    size += value.length;
    if (size > maxBytes) {
      void reader.cancel().catch(() => {});
      return undefined;
    }
    chunks.push(value);
  }
}

function isJson(contentType: string): boolean {
  return /^\s*application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(contentType);
}

function isIdentity(encoding: string | null): boolean {
  return encoding === null || encoding.trim().toLowerCase() === "identity";
}

function parse(bytes: Uint8Array): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(
      new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes),
    );
    return isTooDeep(value) ? undefined : { value };
  } catch {
    return undefined;
  }
}
