import Ajv2020Module from "ajv/dist/2020.js";
import { support } from "../../../../../reader/validation/support.js";
import { ajvErrs } from "../ajv-faults.js";
import { ajvOptions } from "../ajv-judge.js";
import { isValid } from "../reference-validator.js";
import { caseName, namedSchemas, type StructuredCase } from "./structured-cases.js";

const formats = { "date-time": (text: string) => support.isDateTime(text) };

/**
 * Whether a value of a case is valid, by the case's index: what Ajv says, or the specification where a fault of Ajv's own
 * that is listed concerns the case.
 */
export function judgeCases(cases: readonly StructuredCase[]): (index: number) => (value: unknown) => boolean {
  const $defs = namedSchemas(cases, "#/$defs/");
  const instanceWith = (unevaluated: boolean) => {
    const ajv = new Ajv2020Module.default({ ...ajvOptions, formats });
    // Without these keywords, the notes for them can only make it fail.
    if (!unevaluated) ajv.opts.unevaluated = false;
    return ajv.addSchema({ $defs }, "all");
  };
  const [plain, noting] = [instanceWith(false), instanceWith(true)];
  return (index) => {
    const $ref = `#/$defs/${caseName(index)}`;
    const ajv = JSON.stringify(cases[index]).includes('"unevaluated') ? noting : plain;
    const accepts = ajv.getSchema(`all${$ref}`);
    if (accepts === undefined) throw new Error(`Ajv has no schema ${$ref}`);
    return (value) => {
      if (ajvErrs(cases[index], value) !== undefined) return isValid({ $ref, $defs }, value, formats);
      return accepts(value) === true;
    };
  };
}
