import type { SandboxDeliveries } from "../generated/schemas.js";
import { check } from "../generated/validators/sandbox-deliveries.js";
import { allowedStatuses } from "../platform/commerce/index.js";
import { readData } from "./read-data.js";

/** Reads a file such as `contracts/sandbox/deliveries.yaml`. Throws `SandboxDataError` if it is wrong. */
export function readDeliveries(file: string): SandboxDeliveries {
  const { content, errorAt } = readData<SandboxDeliveries>(file, check);
  for (const [index, type] of content.untested_events.entries())
    if (!Object.hasOwn(allowedStatuses, type))
      throw errorAt(["untested_events", index], "data-reference", `\`${type}\` is no subscription event.`);
  return content;
}
