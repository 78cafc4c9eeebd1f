import { OipkitError } from "../errors.js";

/**
 * `store-unreachable`: no connection, or the credentials are refused. `store-not-migrated`: its tables are missing or
 * of an older version. `store-schema-newer`: a newer version of oipkit has changed its tables. `store-driver-missing`:
 * its npm package isn't installed. `store-busy`: too many operations wait for it. `store-full`: it has no more room.
 * `store-closed`: it was closed. `store-options`: its options are wrong.
 */
export type StoreFailureCode =
  | "store-unreachable"
  | "store-not-migrated"
  | "store-schema-newer"
  | "store-driver-missing"
  | "store-busy"
  | "store-full"
  | "store-closed"
  | "store-options";

/** A store can't do what was requested. The message never holds its password. */
export class StoreFailure extends OipkitError {
  readonly code: StoreFailureCode;

  constructor(code: StoreFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
