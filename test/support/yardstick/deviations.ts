import { type CompiledSchema, compile } from "../../../reader/validation/index.js";
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
  try {
    return compile(withDialect(schema, draft), { schemas: remotes, formats });
  } catch {
    return undefined;
  }
}

const dialects: Readonly<Record<string, string>> = {
  draft4: "http://json-schema.org/draft-04/schema#",
  draft6: "http://json-schema.org/draft-06/schema#",
  draft7: "http://json-schema.org/draft-07/schema#",
  "draft2019-09": "https://json-schema.org/draft/2019-09/schema",
  "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
};

/** A schema that names the dialect of the suite's file. */
export function withDialect(schema: unknown, file: string): unknown {
  const lacksDialect = typeof schema === "object" && schema !== null && !("$schema" in schema);
  if (lacksDialect) return { $schema: dialects[file.split("/")[0] ?? ""], ...schema };
  return schema;
}
