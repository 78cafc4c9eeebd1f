import { unknownName } from "@oipkit/runtime/nearest-names";
import type { ApiContract, ApiOperation } from "../contract/api-contract.js";
import type { ApiResource } from "../contract/api-resources.js";
import type { ApiHooks } from "./api-hooks.js";
import { ApiHookFailed } from "./hook-failed.js";

/** Resources whose items are made by the operations that the hooks name. Throws `ApiHookFailed` for names that the contract doesn't have. */
export function withProducers(
  resources: readonly ApiResource[],
  { operations }: ApiContract,
  { producers = {} }: ApiHooks,
): readonly ApiResource[] {
  const parameters = resources.map(({ parameter }) => parameter);
  for (const name of Object.keys(producers))
    if (!parameters.includes(name))
      throw new ApiHookFailed(
        "producers",
        `names something unknown: ${unknownName("path parameter", name, parameters)}`,
      );
  return resources.map((resource) => {
    if (!Object.hasOwn(producers, resource.parameter)) return resource;
    const { operation = "", member } = producers[resource.parameter] ?? {};
    const create = namedOperation(operations, operation, "producers");
    return { ...resource, create, isNamedByClient: false, naming: { member, isGiven: member !== undefined } };
  });
}

/** The operation that a hook names. Throws `ApiHookFailed`. */
export function namedOperation(
  operations: readonly ApiOperation[],
  name: string,
  hook: keyof ApiHooks,
): ApiOperation {
  const found = operations.find(({ id }) => id === name);
  if (found !== undefined) return found;
  const ids = operations.map(({ id }) => id);
  throw new ApiHookFailed(hook, `names something unknown: ${unknownName("operation", name, ids)}`);
}
