import type { IncomingRequest } from "../ports/answer.js";

/** Which stores fail from now on; an omitted one doesn't change. */
export interface Faults {
  readonly inbox?: boolean | undefined;
  readonly nonces?: boolean | undefined;
}

/** Two members take far less. */
const maxFaultsBytes = 10_000;

/** The faults in a body; `undefined` if it says something else or is too long. Rejects if the body doesn't arrive. */
export async function readFaults(readBody: IncomingRequest["readBody"]): Promise<Faults | undefined> {
  const bytes = await readBody(maxFaultsBytes);
  if (bytes === undefined) return undefined;
  const value = parsed(new TextDecoder().decode(bytes));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { nonce_store: nonces, inbox } = value as Readonly<Record<string, unknown>>;
  return isFault(nonces) && isFault(inbox) ? { nonces, inbox } : undefined;
}

function isFault(value: unknown): value is boolean | undefined {
  return value === undefined || typeof value === "boolean";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
