import type { ApiOperation } from "../contract/api-contract.js";
import { type CallArguments, withParameter } from "../request/call-arguments.js";

type Header = readonly [name: string, value: string];

/** What the user says that requests have. */
export class GivenValues {
  constructor(
    /** Headers of all requests; names in lower case. */
    readonly sent: readonly Header[] = [],
  ) {}

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
    return changed;
  }
}

function headerParameter(operation: ApiOperation | undefined, name: string) {
  return operation?.declared.parameters.find(
    (each) => each.in === "header" && each.name.toLowerCase() === name,
  );
}
