import { OipkitError } from "@oipkit/runtime/errors";

/** What a probe of `contracts/probe.openapi.yaml` shows. */
export interface ProbeReader {
  readonly inbox: (eventId: string) => Promise<readonly { readonly event: Record<string, unknown> }[]>;
  readonly resource: (
    resourceId: string,
  ) => Promise<{ readonly applied: number | null; readonly pending: readonly number[] }>;
}

/** The probe didn't answer, or not as its contract says. */
export class ProbeFailed extends OipkitError {
  override readonly name = "ProbeFailed";
  readonly code = "probe-failed";
}

/** How a probe is read. */
interface ProbeOptions {
  /** Base URL of the probe, without a trailing slash. */
  readonly url: string;
  readonly fetch: typeof fetch;
  /** Milliseconds for one answer. Default: ten seconds. */
  readonly timeoutMs?: number;
}

/** What helps if something else, or nothing, is at the address. */
const remedy =
  "start the receiver with its probe, such as `oipkit receive --probe-port 8081`, and name the probe's address";

/** Bytes of an answer that are read at most. */
const longestAnswer = 4 * 1024 * 1024;

/** Reads a receiver's probe. Every method rejects with `ProbeFailed` if the answer isn't that of a probe. */
export function createProbeReader({ url, fetch, timeoutMs = 10_000 }: ProbeOptions): ProbeReader {
  const read = async (path: string): Promise<unknown> => {
    const at = `${url}${path}`;
    try {
      const response = await fetch(at, { redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
      const text = await boundedText(response);
      if (response.status !== 200) throw new ProbeFailed(`${at} answered with ${response.status}; ${remedy}`);
      return JSON.parse(text);
    } catch (cause) {
      if (cause instanceof ProbeFailed) throw cause;
      const why = cause instanceof Error ? cause.message : cause;
      throw new ProbeFailed(`${at} can't be read: ${why}; ${remedy}`, { cause });
    }
  };
  return {
    async inbox(eventId) {
      const answer = (await read(`/inbox/${encodeURIComponent(eventId)}`)) as { records?: unknown };
      const records = answer?.records;
      if (!Array.isArray(records) || !records.every((each) => isObject(each) && isObject(each.event)))
        throw new ProbeFailed(`the probe's answer for ${eventId} has no list of records`);
      return records as readonly { readonly event: Record<string, unknown> }[];
    },
    async resource(resourceId) {
      const answer = await read(`/resources/${encodeURIComponent(resourceId)}`);
      const { applied_version: applied, pending_versions: pending } = isObject(answer) ? answer : {};
      if (!(applied === null || typeof applied === "number") || !Array.isArray(pending))
        throw new ProbeFailed(`the probe's answer for ${resourceId} has no versions`);
      return { applied, pending: pending as readonly number[] };
    },
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (response.body === null) return "";
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > longestAnswer) throw new ProbeFailed(`the answer has more than ${longestAnswer} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
