import { OipkitError } from "@oipkit/runtime/errors";
import type { Output } from "./output.js";

/** A requested output doesn't exist. */
export class UnknownOutputError extends OipkitError {
  readonly code = "output-unknown";
  constructor(
    readonly output: string,
    readonly known: readonly string[],
    by: string,
  ) {
    super(`${by}: unknown output \`${output}\`; known outputs: ${known.join(", ")}`);
  }
}

/** The requested outputs and those that they need, in the order of the registry; all if none is named. */
export function selectOutputs(
  outputs: readonly Output[],
  only: readonly string[] | undefined,
): readonly Output[] {
  const known = new Map(outputs.map((output) => [output.name, output]));
  const selected = new Set<Output>();
  const add = (name: string, by: string): void => {
    const output = known.get(name);
    if (output === undefined) throw new UnknownOutputError(name, [...known.keys()], by);
    if (selected.has(output)) return;
    selected.add(output);
    for (const need of output.needs) add(need, `\`needs\` of ${name}`);
  };
  for (const name of only ?? known.keys()) add(name, "--only");
  return outputs.filter((output) => selected.has(output));
}
