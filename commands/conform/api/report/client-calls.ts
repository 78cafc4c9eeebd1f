import type { Contracts } from "../../../../reader/documents/contracts.js";
import { buildModel } from "../../../../reader/model/build.js";
import type { HttpOperation } from "../../../../reader/model/model.js";
import type { ApiOperation } from "../contract/api-contract.js";

/** How the client that `oipkit generate` makes calls an operation. */
export interface ClientCall {
  /** The folder of the API in the generated code. */
  readonly folder: string;
  readonly functionName: string;
  readonly operation: HttpOperation;
}

/** Finds the function of the generated client for an operation; `undefined` if there is none. */
export type FindClientCall = (operation: ApiOperation) => ClientCall | undefined;

/** The functions of the clients that are generated from contracts; they are named when the first one is asked for. */
export function clientCalls(contracts: Contracts): FindClientCall {
  let calls: ReadonlyMap<string, ClientCall> | undefined;
  return ({ method, path, declared }) => {
    calls ??= namedCalls(contracts);
    return calls.get(callKey(declared.place.document.path, method, path));
  };
}

function namedCalls(contracts: Contracts): ReadonlyMap<string, ClientCall> {
  const found = new Map<string, ClientCall>();
  try {
    for (const [at, api] of buildModel(contracts, []).apis.entries())
      for (const operation of api.operations) {
        const { functionName, httpMethod, path, kind } = operation;
        const document = contracts.openapi[at]?.path;
        if (kind === "path" && document !== undefined)
          found.set(callKey(document, httpMethod, path), { folder: api.name, functionName, operation });
      }
  } catch (error) {
    // A contract that no client can be generated from is tested all the same.
    if (!(error instanceof Error)) throw error;
  }
  return found;
}

function callKey(document: string, method: string, path: string): string {
  return `${document} ${method.toUpperCase()} ${path}`;
}
