import { Ajv, type Options } from "ajv";
import Ajv2020Module from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { ajvErrs } from "./ajv-faults.js";

/** Ajv as a judge of validity. */
export interface AjvJudge {
  /** Whether a value is valid; `undefined` where a known fault of Ajv concerns it. Throws if Ajv does for another reason. */
  readonly isValid: (value: unknown) => boolean | undefined;
}

/** Options with which Ajv errs least. */
export const ajvOptions: Options = {
  strict: false,
  // Without it, some keywords are skipped after others.
  allErrors: true,
  // Without it, inherited properties count.
  ownProperties: true,
  logger: false,
  meta: false,
  validateSchema: false,
};

/** Ajv's own result, faults included: of the dialect in `$schema`, 2020-12 without it. Throws what Ajv throws. */
export function compileWithAjv(
  schema: unknown,
  { formats = false }: { readonly formats?: boolean } = {},
): (value: unknown) => boolean {
  const isOld = /draft-0[67]/.test(String((schema as { readonly $schema?: unknown } | null)?.$schema));
  const AjvClass = isOld ? Ajv : Ajv2020Module.default;
  const ajv = new AjvClass({ ...ajvOptions, validateFormats: formats });
  if (formats) addFormats.default(ajv as Ajv);
  // Without these keywords, the notes for them can only make it fail.
  if (!JSON.stringify(schema).includes('"unevaluated')) ajv.opts.unevaluated = false;
  // It would resolve the dialect's name.
  const { $schema: _, ...rest } = Object(schema) as Record<string, unknown>;
  const validate = ajv.compile(typeof schema === "boolean" ? schema : rest);
  return (value) => validate(value) === true;
}

/** Ajv as a judge that knows its own faults. `formats` are checked if wanted. */
export function ajvJudge(schema: unknown, settings: { readonly formats?: boolean } = {}): AjvJudge {
  let compiled: ((value: unknown) => boolean) | undefined;
  return {
    isValid: (value) => {
      if (ajvErrs(schema, value) !== undefined) return undefined;
      compiled ??= compileWithAjv(schema, settings);
      return compiled(value);
    },
  };
}
