import type { CredentialSource } from "../ports.js";
import type { CredentialKind } from "../store/tables.js";
import { cachedSource } from "./cached-source.js";
import type { KeyRing } from "./key-ring.js";
import {
  type CredentialVersion,
  list,
  type PreviousSecret,
  previousSecret,
  type Revealed,
  reveal,
} from "./read-credentials.js";
import { reseal } from "./reseal.js";
import { type Rotation, type RotationOutcome, rotate, settle, type VersionOutcome } from "./rotate.js";
import { type CredentialId, type CredentialParts, ensure, type NewVersion } from "./versions.js";

/** Options of credentials. */
interface CredentialOptions {
  readonly keyRing: KeyRing;
  /** How long opened credentials are used before they are read again, in milliseconds. Default: five seconds. */
  readonly cacheMs?: number | undefined;
}

/** The credentials of applications: generated, versioned and sealed. */
export interface Credentials {
  readonly keyRing: KeyRing;
  /** The active ones, to sign with. */
  readonly source: CredentialSource;
  /** Creates those that an application lacks, and returns them to be handed over; none the second time. */
  readonly ensure: (application: string, by: { readonly actor: string }) => Promise<readonly NewVersion[]>;
  readonly rotate: (
    application: string,
    kind: CredentialKind,
    rotation: Rotation,
  ) => Promise<RotationOutcome>;
  /** Says that a version was delivered by other means: a pending one becomes active. First ones, of `ensure`, are active already. */
  readonly confirm: (id: CredentialId, by: { readonly actor: string }) => Promise<VersionOutcome>;
  /** Gives up a pending version, or removes a previous one. */
  readonly discard: (id: CredentialId, by: { readonly actor: string }) => Promise<VersionOutcome>;
  readonly list: (application: string) => Promise<readonly CredentialVersion[]>;
  /** The active signing secret, to be shown for a while; audited. */
  readonly reveal: (
    application: string,
    by: { readonly actor: string; readonly version?: number | undefined },
  ) => Promise<Revealed>;
  /** The signing secret before the active one, if it is still kept: to compare with, never to be shown. */
  readonly previousSecret: (application: string) => Promise<PreviousSecret | undefined>;
  /** Seals everything with the current key; the number of versions. */
  readonly reseal: () => Promise<number>;
  /** Makes `source` read an application's credentials again. */
  readonly forget: (application: string) => void;
}

const usualCacheMs = 5000;

/** Manages credentials in the context's store. */
export function createCredentials(
  context: CredentialParts["context"],
  { keyRing, cacheMs = usualCacheMs }: CredentialOptions,
): Credentials {
  const parts: CredentialParts = { context, keyRing };
  const { source, forget } = cachedSource(parts, cacheMs);
  const forgetting = async <Result>(application: string, work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } finally {
      forget(application);
    }
  };
  const settled = (id: CredentialId, to: "active" | "discarded", actor: string): Promise<VersionOutcome> =>
    forgetting(id.application, settle(parts, { ...pick(id), to, actor }));
  return {
    keyRing,
    source,
    forget,
    ensure: (application, { actor }) => forgetting(application, ensure(parts, { application, actor })),
    rotate: (application, kind, rotation) =>
      forgetting(application, rotate(parts, { application, kind }, rotation)),
    confirm: (id, { actor }) => settled(id, "active", actor),
    discard: (id, { actor }) => settled(id, "discarded", actor),
    list: (application) => list(parts, application),
    reveal: (application, by) => reveal(parts, application, by),
    previousSecret: (application) => previousSecret(parts, application),
    reseal: () => reseal(parts),
  };
}

function pick({ application, kind, version }: CredentialId): CredentialId {
  return { application, kind, version };
}
