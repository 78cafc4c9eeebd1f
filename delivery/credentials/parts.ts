import type { DeliveryContext } from "../context.js";
import type { Store } from "../store/store.js";
import type { CredentialKind } from "../store/tables.js";
import type { KeyRing } from "./key-ring.js";

/** The tables, in or outside a transaction. */
export type Db = Store["db"];

/** What the functions of this folder work with. */
export interface CredentialParts {
  readonly context: Pick<DeliveryContext, "protocol" | "store" | "clock" | "random">;
  readonly keyRing: KeyRing;
}

/** One version of a credential. */
export interface CredentialId {
  readonly application: string;
  readonly kind: CredentialKind;
  readonly version: number;
}

/** How a version is named in the audit. */
export function subjectOf({ kind, version }: Pick<CredentialId, "kind" | "version">): string {
  return `${kind}:${version}`;
}
