import { isDeepStrictEqual } from "node:util";
import { objectOf } from "./body-variants.js";

/** How a body differs from the one that was sent. */
export interface BodyDifference {
  readonly cause: "reserialized" | "trailing-newline" | "without-token" | "other-body";
  /** Of the first character that differs, counted from 1. */
  readonly offset: number;
}

/** What a claimed body stands for: the token may be masked in it. */
export function unmasked(
  claimed: string,
  { masked, sent }: { readonly masked: string; readonly sent: string },
): string {
  if (claimed === masked) return sent;
  const [token] = [objectOf(sent)?.verification_token];
  if (typeof token !== "string") return claimed;
  return claimed.replace(/("verification_token"\s*:\s*")\*{8}"/, (_, start: string) => `${start}${token}"`);
}

/** Says how a body differs, or nothing if it doesn't. Both have the real token. */
export function bodyDifference(claimed: string, sent: string): BodyDifference | undefined {
  if (claimed === sent) return undefined;
  return { cause: causeOf(claimed, sent), offset: firstDifference(claimed, sent) + 1 };
}

function causeOf(claimed: string, sent: string): BodyDifference["cause"] {
  if (claimed.trimEnd() === sent.trimEnd()) return "trailing-newline";
  const [left, right] = [objectOf(claimed), objectOf(sent)];
  if (left === undefined || right === undefined) return "other-body";
  if (isDeepStrictEqual(left, right)) return "reserialized";
  const { verification_token: _, ...rest } = right;
  return isDeepStrictEqual(left, rest) ? "without-token" : "other-body";
}

function firstDifference(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) if (left[index] !== right[index]) return index;
  return length;
}
