import type { Environment, Time } from "../../platform/records/common.js";

/** Which row: those of an environment are never seen from another. */
export interface RowKey {
  readonly environment: Environment;
  /** Such as `Session`, `AuthorizationCode` or `SigningKeys`. */
  readonly kind: string;
  readonly id: string;
}

/** Something that an issuer keeps. Bodies contain codes, refresh tokens and private keys, so the place of the rows must be protected. */
export interface IdentityRow extends RowKey {
  readonly body: Readonly<Record<string, unknown>>;
  /** In the sandbox's time; absent: it stays. */
  readonly expiresAt?: Time | undefined;
  /** When a code or a refresh token was used, in the sandbox's time. */
  readonly consumedAt?: Time | undefined;
  /** What it was issued by, so that it ends with that. */
  readonly grant?: string | undefined;
  /** Another id of a session. */
  readonly uid?: string | undefined;
}

/** Where issuers keep what must survive a restart. All values are JSON. */
export interface IdentityRows {
  /** Also finds expired rows. */
  readonly find: (key: RowKey) => Promise<IdentityRow | undefined>;
  readonly findByUid: (
    key: Omit<RowKey, "id"> & { readonly uid: string },
  ) => Promise<IdentityRow | undefined>;
  readonly upsert: (row: IdentityRow) => Promise<void>;
  /** Marks a row as used, and returns whether this call did; of simultaneous calls one does. */
  readonly consume: (key: RowKey, at: Time) => Promise<boolean>;
  readonly remove: (key: RowKey) => Promise<void>;
  /** Removes all that was issued by a grant. */
  readonly removeByGrant: (key: {
    readonly environment: Environment;
    readonly grant: string;
  }) => Promise<void>;
  /** Removes rows of a kind that have expired, and of the others those that expire first, until at most `most` are left. */
  readonly trim: (
    key: Omit<RowKey, "id">,
    limits: { readonly now: Time; readonly most: number },
  ) => Promise<void>;
}
