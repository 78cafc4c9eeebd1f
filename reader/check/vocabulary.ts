import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ValidateFunction } from "ajv";
import Ajv2020Module from "ajv/dist/2020.js";
import { parse } from "yaml";
import { packageRoot } from "../package-root.js";

const Ajv2020 = Ajv2020Module.default;
const compiled = new Map<string, ValidateFunction>();

/** The validator of one of oipkit's own extensions, from `reader/vocabulary/<name>.schema.yaml`. */
export function vocabulary(
  name:
    | "clauses"
    | "conformance-cases"
    | "sender-cases"
    | "verifier-vectors"
    | "webhook-protocol"
    | "x-access-snapshot"
    | "x-artifact-manifest"
    | "x-environments"
    | "x-extensible-enum"
    | "x-pagination"
    | "x-rules",
): ValidateFunction {
  const known = compiled.get(name);
  if (known) return known;
  const schema = parse(
    readFileSync(join(packageRoot, "reader/vocabulary", `${name}.schema.yaml`), "utf8"),
  ) as object;
  const validate = new Ajv2020({ allErrors: true, strict: false, verbose: true, logger: false }).compile(
    schema,
  );
  compiled.set(name, validate);
  return validate;
}
