import { isDeepStrictEqual } from "node:util";
import type { Credentials, JsonObject, Protocol } from "../runtime/webhook/index.js";
import { parsePointer, resolvePointer } from "../runtime/webhook/pointer.js";
import { ProbeFailed } from "./errors.js";
import type { FaultStep, ProbeCheck } from "./suite.js";

interface ProbeRecord {
  readonly event: JsonObject;
  readonly test: boolean;
}

/** A subject's probe. Its calls reject with `ProbeFailed`. */
export interface Probe {
  readonly inbox: (eventId: string) => Promise<readonly ProbeRecord[]>;
  readonly leaks: (needle: string) => Promise<boolean>;
  readonly setFaults: (fault: FaultStep["fault"]) => Promise<void>;
}

/** Calls the probe under `url` (`contracts/probe.openapi.yaml`). */
export function probeAt(url: string, options: { fetch: typeof globalThis.fetch; timeoutMs: number }): Probe {
  const call = async (path: string, init: RequestInit, wanted: number): Promise<Response> => {
    let response: Response;
    try {
      response = await options.fetch(url + path, { ...init, signal: AbortSignal.timeout(options.timeoutMs) });
    } catch (cause) {
      throw new ProbeFailed(`the probe at ${url} doesn't answer`, { cause });
    }
    if (response.status === wanted) return response;
    throw new ProbeFailed(
      `the probe answers ${response.status} to ${path.split("?")[0]} where ${wanted} is wanted`,
    );
  };
  return {
    async inbox(eventId) {
      const response = await call(`/inbox/${encodeURIComponent(eventId)}`, {}, 200);
      return ((await response.json()) as { records: ProbeRecord[] }).records;
    },
    async leaks(needle) {
      const response = await call(`/leaks?needle=${encodeURIComponent(needle)}`, {}, 200);
      return ((await response.json()) as { found: boolean }).found;
    },
    async setFaults({ nonces, inbox }) {
      const body = JSON.stringify({ nonce_store: nonces, inbox });
      await call("/faults", { method: "PUT", headers: { "content-type": "application/json" }, body }, 204);
    },
  };
}

/** What a case knows and a probe may be asked for. */
export interface ProbeFacts {
  readonly protocol: Protocol;
  readonly credentials: Credentials;
  /** The event id behind a label. */
  readonly eventId: (label: string) => string;
  /** The challenges and their tokens that the case has sent. */
  readonly challenges: readonly string[];
  readonly challengeTokens: readonly string[];
}

/** What a probe shows amiss, in words that end the sentence "the receiver …", or `undefined` when nothing. */
export async function probeMiss(
  probe: Probe,
  check: ProbeCheck,
  facts: ProbeFacts,
): Promise<string | undefined> {
  if ("free" in check) {
    for (const kind of check.free) {
      for (const needle of needles(kind, facts)) {
        if (await probe.leaks(needle)) return `keeps the ${kind.replaceAll("-", " ")} in its store or log`;
      }
    }
    return undefined;
  }
  const { of, records: wanted, test, holds = [], tokenFree } = check.inbox;
  const records = await probe.inbox(facts.eventId(of));
  if (records.length !== wanted)
    return `keeps ${records.length} records of the event where ${wanted} is wanted`;
  const [record] = records;
  if (record === undefined) return undefined;
  if (test !== undefined && record.test !== test) {
    return test ? "doesn't record the event as a test" : "records the event as a test";
  }
  if (tokenFree === true && Object.hasOwn(record.event, facts.protocol.token.property)) {
    return "keeps the verification token with the event";
  }
  const lost = holds.find(
    ({ at, is }) => !isDeepStrictEqual(resolvePointer(record.event, parsePointer(at)), is),
  );
  return lost === undefined ? undefined : `keeps the event without what was sent at ${lost.at}`;
}

function needles(
  kind: "token" | "secret" | "encrypt-key" | "challenge" | "challenge-token",
  { credentials, challenges, challengeTokens }: ProbeFacts,
): readonly string[] {
  switch (kind) {
    case "token":
      return [credentials.verificationToken];
    case "secret":
      return credentials.secrets;
    case "encrypt-key":
      return credentials.encryptKey === undefined ? [] : [credentials.encryptKey];
    case "challenge":
      return challenges;
    case "challenge-token":
      return challengeTokens;
  }
}
