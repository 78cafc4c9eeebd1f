import { createECDH, createHash, createPublicKey, type KeyObject } from "node:crypto";
import type { Environment, Time } from "../platform/records/common.js";
import type { IdentityRows } from "./identity-rows.js";

/** The keys of one issuer, kept in its rows. */
export interface IdentityKeys {
  /** The current key first, then replaced ones whose tokens are still accepted. */
  readonly signing: () => Promise<readonly SigningKey[]>;
  /** For signatures of cookies. */
  readonly cookie: () => Promise<string>;
  /** The public key of that id, if its tokens are accepted now. */
  readonly find: (kid: string) => Promise<KeyObject | undefined>;
  /** Signs with a new key from now on. The old one verifies for a while. */
  readonly rotate: () => Promise<void>;
  /** Reads the keys again, after the rows were replaced. */
  readonly forget: () => void;
}

interface Kept {
  readonly cookie: string;
  readonly keys: readonly { readonly key: SigningKey; readonly replacedAt?: Time }[];
}

/** `acceptedMs`: how long a replaced key verifies, in the sandbox's time. */
export function createKeyRing({
  environment,
  rows,
  now,
  random,
  acceptedMs,
}: {
  readonly environment: Environment;
  readonly rows: IdentityRows;
  readonly now: () => Time;
  readonly random: Random;
  readonly acceptedMs: number;
}): IdentityKeys {
  const place = { environment, kind: "SigningKeys", id: "all" } as const;
  const publicKeys = new Map<string, KeyObject>();
  let kept: Promise<Kept> | undefined;

  const save = async (next: Kept): Promise<Kept> => {
    await rows.upsert({ ...place, body: { ...next } });
    return next;
  };
  const load = (): Promise<Kept> => {
    const reading = async (): Promise<Kept> => {
      const known = await rows.find(place);
      if (known !== undefined) return known.body as unknown as Kept;
      const cookie = Buffer.from(random(32)).toString("base64url");
      return await save({ cookie, keys: [{ key: newSigningKey(random) }] });
    };
    kept ??= reading();
    // A failure isn't kept: the next one tries again.
    kept.catch(() => (kept = undefined));
    return kept;
  };
  const isAccepted = ({ replacedAt }: { readonly replacedAt?: Time }): boolean =>
    replacedAt === undefined || now() < replacedAt + acceptedMs;
  const accepted = async () => (await load()).keys.filter(isAccepted);

  return {
    signing: async () => (await accepted()).map(({ key }) => key),
    cookie: async () => (await load()).cookie,
    async find(kid) {
      const found = (await accepted()).find(({ key }) => key.kid === kid)?.key;
      if (found === undefined) return undefined;
      const { kty, crv, x, y } = found;
      const known = publicKeys.get(kid) ?? createPublicKey({ key: { kty, crv, x, y }, format: "jwk" });
      publicKeys.set(kid, known);
      return known;
    },
    async rotate() {
      const { cookie } = await load();
      const old = (await accepted()).map(({ key, replacedAt }) => ({ key, replacedAt: replacedAt ?? now() }));
      kept = save({ cookie, keys: [{ key: newSigningKey(random) }, ...old] });
      await kept;
    },
    forget: () => {
      kept = undefined;
    },
  };
}

/** A private key for ES256, as JSON Web Key (RFC 7518, section 6.2). */
interface SigningKey {
  readonly kty: "EC";
  readonly crv: "P-256";
  readonly alg: "ES256";
  readonly use: "sig";
  readonly kid: string;
  readonly x: string;
  readonly y: string;
  readonly d: string;
}

/** A new key; the same bytes give the same key. */
function newSigningKey(random: Random): SigningKey {
  const pair = createECDH("prime256v1");
  for (;;) {
    const d = Buffer.from(random(32));
    try {
      pair.setPrivateKey(d);
    } catch {
      // Zero, or beyond the order of the curve: one in 2^32.
      continue;
    }
    // 0x04, then both coordinates.
    const point = pair.getPublicKey();
    const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
    const kid = createHash("sha256").update(point).digest("base64url").slice(0, 16);
    return { kty: "EC", crv: "P-256", alg: "ES256", use: "sig", kid, x, y, d: d.toString("base64url") };
  }
}

/** Random bytes, of which a seed makes the same ones again. */
export type Random = (size: number) => Uint8Array;
