import type { VerifierGroup, VerifierVector } from "../../../../commands/conform/index.js";
import { vectorBody } from "../../../../commands/conform/verifier/verifier-vectors.js";
import {
  isRecent,
  type Protocol,
  parseInstant,
  readHeaders,
  verifySignature,
} from "../../../../runtime/webhook/index.js";

/** What is verified: a vector with its group's keys and the clock. */
interface Verification {
  readonly protocol: Protocol;
  readonly group: Pick<VerifierGroup, "secrets" | "publicKeys">;
  /** In seconds since 1970. */
  readonly now: number;
}

/** Whether the runtime's own functions let a request pass. */
export function runtimeAccepts({ protocol, group, now }: Verification, vector: VerifierVector): boolean {
  const header = (name: string): string | null => {
    const values = vector.headers.filter(([other]) => other.toLowerCase() === name.toLowerCase());
    return values.length === 0 ? null : values.map(([, value]) => value).join(", ");
  };
  const read = readHeaders(protocol, header);
  if (read.kind !== "complete") return false;
  const { timestamp: scheme } = protocol;
  const signedAt = scheme && parseInstant(scheme.unit, read.headers.timestamp);
  if (scheme !== undefined && (signedAt === undefined || !isRecent(scheme, signedAt, now * 1000)))
    return false;
  return verifySignature({
    protocol,
    ...group,
    ...read.headers,
    url: vector.url,
    header,
    body: vectorBody(vector),
  });
}
