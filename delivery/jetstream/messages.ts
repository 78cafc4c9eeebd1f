import { createHash } from "node:crypto";
import type { Protocol } from "@oipkit/runtime/webhook";
import type { WaitingDelivery } from "../engine/rows.js";
import type { SigningCredentials, TransportResult } from "../ports.js";

/** What identifies an attempt's delivery to a worker. */
export type HandedDelivery = Pick<
  WaitingDelivery,
  "id" | "endpoint_id" | "event_id" | "event_type" | "attempts" | "earlier_attempts"
>;

/** One attempt on its way to a worker. */
export interface HandedAttempt {
  /** Names the attempt to its relay. */
  readonly number: number;
  readonly application: string;
  readonly delivery: HandedDelivery;
  /** Whether nothing else is under way to its endpoint. Otherwise it is refused if an earlier one was. */
  readonly isFirst: boolean;
  /** JSON text. */
  readonly content: string;
  readonly url: string;
  readonly encrypted: boolean;
  readonly credentials: SigningCredentials;
  /** By the relay's `at`; no request leaves later. */
  readonly beginBy: number;
  readonly timeoutMs: number;
  readonly keptAnswerBytes: number;
}

/** What became of an attempt. */
export interface HandedResult {
  readonly number: number;
  readonly application: string;
  readonly deliveryId: string;
  /** Milliseconds since 1970, by the relay's clock. */
  readonly startedAt: number;
  readonly result:
    | AnswerMessage
    | Extract<TransportResult, { kind: "failed" }>
    | { readonly kind: "refused" };
}

/** An answer, with what is judged and kept of it. */
interface AnswerMessage {
  readonly kind: "answered";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Without credentials. */
  readonly answer: string | null;
  readonly truncated: boolean;
  readonly durationMs: number;
}

/** How often a relay and a worker say that they are alive, in milliseconds. */
export const beatMs = 500;

/** A worker says that it is alive. */
export interface WorkerBeat {
  /** Milliseconds of a clock that is never set. */
  readonly at: number;
  /** Fingerprint of what it signs by. */
  readonly protocol: string;
  /** The relays that have heard it lately and whose attempts it reads. */
  readonly relays: readonly string[];
  readonly isStopping: boolean;
}

/** A relay says that it is alive. */
export interface RelayBeat {
  /** Milliseconds of a clock that is never set. */
  readonly at: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** How long after a beat that the relay has heard a worker may begin attempts, in milliseconds. */
  readonly silenceMs: number;
  readonly protocol: string;
  /**
   * By worker: `at` of the last beat that was heard, and the count of the last message that it mustn't begin anything of. One that isn't here
   * begins nothing.
   */
  readonly heard: Readonly<Record<string, readonly [number, number]>>;
}

/** A short text that is the same for the same requests. How answers are judged is the relay's matter. */
export function protocolFingerprint(protocol: Protocol): string {
  const { headers, signature, timestamp, nonce, token, encryption, event } = protocol;
  const parts = [
    headers,
    signature,
    timestamp ?? null,
    nonce ?? null,
    token ?? null,
    encryption ?? null,
    event,
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}

type Facts = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Facts => typeof value === "object" && value !== null;
const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isFlag = (value: unknown): value is boolean => typeof value === "boolean";

/** Reads a batch of attempts. Throws if it is malformed. */
export function readAttempts(value: unknown): readonly HandedAttempt[] {
  return readList(value, isAttempt, "attempts") as readonly HandedAttempt[];
}

/** Reads a batch of results. Throws if it is malformed. */
export function readResults(value: unknown): readonly HandedResult[] {
  return readList(value, isResult, "results") as readonly HandedResult[];
}

/** Reads a beat of a worker. Throws if it is malformed. */
export function readWorkerBeat(value: unknown): WorkerBeat {
  const isBeat =
    isObject(value) &&
    isNumber(value.at) &&
    isText(value.protocol) &&
    isFlag(value.isStopping) &&
    Array.isArray(value.relays) &&
    value.relays.every(isText);
  if (!isBeat) throw new Error("a message isn't the beat of a worker");
  return value as unknown as WorkerBeat;
}

/** Reads a beat of a relay. Throws if it is malformed. */
export function readRelayBeat(value: unknown): RelayBeat {
  const isHeard = (pair: unknown): boolean =>
    Array.isArray(pair) && pair.length === 2 && pair.every(isNumber);
  const isBeat =
    isObject(value) &&
    [value.at, value.time, value.silenceMs].every(isNumber) &&
    isText(value.protocol) &&
    isObject(value.heard) &&
    Object.values(value.heard).every(isHeard);
  if (!isBeat) throw new Error("a message isn't the beat of a relay");
  return value as unknown as RelayBeat;
}

function readList(value: unknown, isItem: (item: unknown) => boolean, what: string): readonly unknown[] {
  if (!Array.isArray(value) || !value.every(isItem)) throw new Error(`a message isn't a batch of ${what}`);
  return value;
}

function isAttempt(value: unknown): boolean {
  if (!isObject(value) || !isObject(value.delivery) || !isObject(value.credentials)) return false;
  const { delivery, credentials, application, content, url } = value;
  const texts = [application, content, url, credentials.signingSecret];
  const names = [delivery.id, delivery.endpoint_id, delivery.event_id, delivery.event_type];
  const numbers = [value.number, value.beginBy, value.timeoutMs, value.keptAnswerBytes];
  return (
    [...texts, ...names].every(isText) &&
    numbers.every(isNumber) &&
    isFlag(value.isFirst) &&
    isFlag(value.encrypted)
  );
}

function isResult(value: unknown): boolean {
  if (!isObject(value) || !isObject(value.result)) return false;
  const { result, application, deliveryId } = value;
  return (
    isNumber(value.number) &&
    isNumber(value.startedAt) &&
    isText(application) &&
    isText(deliveryId) &&
    isOutcome(result)
  );
}

function isOutcome({ kind, status, headers, answer, code, reason, durationMs }: Facts): boolean {
  if (kind === "refused") return true;
  if (kind === "failed") return isText(code) && isText(reason) && isNumber(durationMs);
  const isAnswer = answer === null || isText(answer);
  return kind === "answered" && isNumber(status) && isObject(headers) && isAnswer && isNumber(durationMs);
}

/** The result of an attempt as the engine judges it. */
export function transportResult(
  result: Exclude<HandedResult["result"], { kind: "refused" }>,
): TransportResult {
  if (result.kind === "failed") return result;
  const { kind, status, headers, answer, truncated, durationMs } = result;
  return { kind, status, headers, body: Buffer.from(answer ?? "", "utf8"), truncated, durationMs };
}
