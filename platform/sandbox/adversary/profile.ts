import { createHash } from "node:crypto";

/** What an adversary does to deliveries. Each number is a probability, from 0 to 1, for one attempt if nothing else is said. */
export interface Profile {
  /** Waits up to `delayMs` before the request leaves. */
  readonly delay: number;
  /** The longest wait, in milliseconds. */
  readonly delayMs: number;
  /** Holds the request back until others have passed, at most `holdMs`. */
  readonly reorder: number;
  readonly holdMs: number;
  /** The request never arrives. */
  readonly dropRequest: number;
  /** The request arrives, but its answer is lost, so that the delivery comes again with a new nonce. */
  readonly dropAnswer: number;
  /** The same bytes a second time: the nonce is spent. */
  readonly replay: number;
  /** The same event, signed with the right secret and an old timestamp. */
  readonly stale: number;
  /** The same event with one byte changed and the old signature. */
  readonly forge: number;
  /** The same event, signed now with a secret that was dropped. */
  readonly retired: number;
  /** The same event, rightly signed but in plaintext while encryption is on. */
  readonly unencrypted: number;
  /** In one round of the run, the next secret is made; in later ones it becomes active, and the one before is dropped. */
  readonly rotate: number;
  /** In one round, encryption is switched on or off. */
  readonly encrypt: number;
}

const calm: Profile = {
  delay: 0,
  delayMs: 20,
  reorder: 0,
  holdMs: 50,
  dropRequest: 0,
  dropAnswer: 0,
  replay: 0,
  stale: 0,
  forge: 0,
  retired: 0,
  unencrypted: 0,
  rotate: 0,
  encrypt: 0,
};

/** The adversaries by name. `all` does everything at once. */
export const profiles: Readonly<Record<string, Profile>> = {
  calm,
  duplicates: { ...calm, dropAnswer: 0.2 },
  disorder: { ...calm, reorder: 0.3, delay: 0.3 },
  losses: { ...calm, dropRequest: 0.2, dropAnswer: 0.1 },
  attacks: { ...calm, replay: 0.1, stale: 0.1, forge: 0.1, unencrypted: 0.1 },
  rotations: { ...calm, dropRequest: 0.1, dropAnswer: 0.1, retired: 0.2, rotate: 0.8 },
  encryption: { ...calm, dropRequest: 0.1, dropAnswer: 0.1, unencrypted: 0.2, encrypt: 0.6 },
  all: {
    ...calm,
    delay: 0.2,
    reorder: 0.2,
    dropRequest: 0.1,
    dropAnswer: 0.1,
    replay: 0.05,
    stale: 0.05,
    forge: 0.05,
    retired: 0.05,
    unencrypted: 0.05,
    rotate: 0.5,
    encrypt: 0.3,
  },
};

/** Those that do nothing of their own unless the receiver can be told new secrets. */
export const secretProfiles: readonly string[] = ["rotations", "encryption"];

/** The same without what a receiver has to be told. */
export function withoutSecrets(profile: Profile): Profile {
  return { ...profile, retired: 0, rotate: 0, encrypt: 0 };
}

/** A number from 0 to below 1 that depends on nothing but the seed and what it is for. */
export function fractionFor(seed: string, ...about: readonly (string | number)[]): number {
  const digest = createHash("sha256")
    .update(JSON.stringify([seed, ...about]))
    .digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}
