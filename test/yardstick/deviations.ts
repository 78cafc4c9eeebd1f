import { type CompiledSchema, compile } from "../../generator/validation/index.js";
import type { Group, Suite } from "./suite.js";

export interface Outcome {
  readonly cases: number;
  /** `<group> | <case>` of each case where the result of `is` or `check` differs from the suite. */
  readonly deviating: readonly string[];
}

/** Runs the cases of a file with `compile`. */
export function runFile(suite: Suite, file: string, { formats }: { readonly formats: boolean }): Outcome {
  const outcomes = suite.read(file).flatMap((group) => {
    const validator = compiled(suite, group, { formats, draft: file.split("/")[0] ?? "" });
    return group.tests.map(({ description, data, valid }) => {
      const deviates =
        validator === undefined ||
        validator.is(data) !== valid ||
        (validator.check(data).length === 0) !== valid;
      return { name: `${group.description} | ${description}`, deviates };
    });
  });
  return {
    cases: outcomes.length,
    deviating: outcomes.filter(({ deviates }) => deviates).map(({ name }) => name),
  };
}

/** `undefined` if the schema is refused: then every case of it deviates. */
function compiled(
  { remotes }: Suite,
  { schema }: Group,
  { formats, draft }: { readonly formats: boolean; readonly draft: string },
): CompiledSchema | undefined {
  const lacksDialect = typeof schema === "object" && schema !== null && !("$schema" in schema);
  const $schema = draft === "draft7" ? "http://json-schema.org/draft-07/schema#" : undefined;
  try {
    return compile(lacksDialect && $schema ? { $schema, ...schema } : schema, { schemas: remotes, formats });
  } catch {
    return undefined;
  }
}
