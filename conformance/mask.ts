import type { Credentials } from "../runtime/webhook/index.js";
import type { Incoming } from "./exchange.js";
import type { Outgoing } from "./outgoing.js";
import type { ExchangeRecord } from "./result.js";

export interface ExchangeRecordOptions {
  readonly credentials: Credentials;
  readonly sent: Outgoing;
  readonly wanted: readonly number[];
  readonly got?: Incoming;
}

/** An exchange as a report may show it; every credential that stands in it is masked. */
export function exchangeRecord({ credentials, sent, wanted, got }: ExchangeRecordOptions): ExchangeRecord {
  const masked = (text: string): string => mask(credentials, text);
  const headers: Record<string, string> = {};
  for (const [name, value] of sent.headers) {
    headers[name] = masked(Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value);
  }
  return {
    method: sent.method,
    headers,
    body: clipped(masked(text(sent.body))),
    wanted,
    ...(got && {
      got: { status: got.status, body: clipped(masked(text(got.body))), elapsedMs: got.elapsedMs },
    }),
  };
}

function mask({ secrets, verificationToken, encryptKey }: Credentials, shown: string): string {
  const hidden = [...secrets, verificationToken, ...(encryptKey === undefined ? [] : [encryptKey])];
  return hidden
    .flatMap((each) => [each, JSON.stringify(each).slice(1, -1)])
    .filter((each) => each !== "")
    .reduce((rest, each) => rest.replaceAll(each, "***"), shown);
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8");
}

/** Longer bodies tell a reader nothing more. */
const maxShown = 4096;

function clipped(shown: string): string {
  return shown.length > maxShown ? `${shown.slice(0, maxShown)}… (${shown.length} characters)` : shown;
}
