import { fromPointer } from "@oipkit/runtime/json-pointer";
import type { Node } from "../../../../reader/validation/nodes/node.js";
import { holds } from "../../../../reader/validation/synthesis/search.js";
import type { ApiContract, ApiOperation } from "../contract/api-contract.js";
import type { ApiHooks } from "../hooks/api-hooks.js";
import { ApiHookFailed } from "../hooks/hook-failed.js";
import { namedOperation } from "../hooks/producers.js";
import { type CallArguments, parameterKey, withParameter } from "../request/call-arguments.js";
import { valueAtPath, withValueAt } from "../values/value-places.js";

type Header = readonly [name: string, value: string];

/** What the user gives for requests. */
interface GivenOptions {
  readonly contract: ApiContract;
  /** Headers of all requests; names in lower case. */
  readonly headers?: readonly Header[] | undefined;
  readonly hooks?: ApiHooks | undefined;
}

/** What the user says that requests have. Throws `ApiHookFailed` for values of something that the contract doesn't have. */
export class GivenValues {
  readonly sent: readonly Header[];
  readonly hooks: ApiHooks;

  constructor({ contract, headers = [], hooks = {} }: GivenOptions) {
    this.sent = headers;
    this.hooks = hooks;
    for (const [id, values] of Object.entries(hooks.values ?? {})) {
      const { declared } = namedOperation(contract.operations, id, "values");
      for (const name of Object.keys(values))
        if (!name.startsWith("/") && !declared.parameters.some((each) => isGivable(each.in, each.name, name)))
          throw new ApiHookFailed(
            "values",
            `has \`${name}\` for ${id}, which is neither one of its query parameters, headers and cookies nor a JSON Pointer into its body`,
          );
    }
  }

  /** The headers that an operation doesn't declare, or, without one, all. */
  headers(operation: ApiOperation | undefined): readonly Header[] {
    return this.sent.filter(([name]) => headerParameter(operation, name) === undefined);
  }

  /** The call with the given values of its parameters: a header that the contract declares is one, so cases about it can leave it out. */
  call(operation: ApiOperation, call: CallArguments): CallArguments {
    let changed = call;
    for (const [name, value] of this.sent) {
      const parameter = headerParameter(operation, name);
      if (parameter !== undefined) changed = withParameter(changed, parameter, value);
    }
    const values = this.#values(operation);
    for (const parameter of operation.declared.parameters)
      for (const [name, value] of Object.entries(values))
        if (isGivable(parameter.in, parameter.name, name)) {
          const made = changed.parameters.get(parameterKey(parameter));
          changed = withParameter(changed, parameter, given(value, made, `${operation.id} ${name}`));
        }
    return changed;
  }

  /** A body with the given values of its members. Throws `ApiHookFailed` if the contract doesn't allow it any more. */
  body(operation: ApiOperation, body: unknown, node: Node | undefined): unknown {
    let changed = body;
    for (const [pointer, value] of Object.entries(this.#values(operation))) {
      if (!pointer.startsWith("/")) continue;
      const path = fromPointer(pointer);
      const made = valueAtPath(changed, path);
      if (made === undefined) continue;
      changed = withValueAt(changed, path, given(value, made, `${operation.id} ${pointer}`));
      if (node !== undefined && !holds(node, changed))
        throw new ApiHookFailed(
          "values",
          `has a value for ${operation.id} ${pointer} that the contract doesn't allow`,
        );
    }
    return changed;
  }

  /** Whether a member of a body is given. */
  isGiven(operation: ApiOperation, path: readonly (string | number)[]): boolean {
    return Object.keys(this.#values(operation)).some(
      (pointer) => pointer.startsWith("/") && fromPointer(pointer).join("/") === path.join("/"),
    );
  }

  #values({ id }: ApiOperation): Readonly<Record<string, unknown>> {
    const { values = {} } = this.hooks;
    return Object.hasOwn(values, id) ? (values[id] ?? {}) : {};
  }
}

function given(value: unknown, made: unknown, where: string): unknown {
  if (typeof value !== "function") return value;
  try {
    return value(made) as unknown;
  } catch (cause) {
    const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    throw new ApiHookFailed("values", `failed for ${where} (${reason})`, { cause });
  }
}

function isGivable(where: string, name: string, given: string): boolean {
  if (where === "header") return name.toLowerCase() === given.toLowerCase();
  return where !== "path" && name === given;
}

function headerParameter(operation: ApiOperation | undefined, name: string) {
  return operation?.declared.parameters.find(
    (each) => each.in === "header" && each.name.toLowerCase() === name,
  );
}
