import type { SandboxApi } from "../generated/schemas.js";
import { check } from "../generated/validators/sandbox-api.js";
import { readData } from "./read-data.js";

/** Reads a file such as `contracts/sandbox/api.yaml`. Throws `SandboxDataError` if it is wrong. */
export function readApi(file: string): SandboxApi {
  return readData<SandboxApi>(file, check).content;
}
