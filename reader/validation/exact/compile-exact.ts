import { ExactNumber, hasExactNumbers } from "../../documents/exact-number.js";
import { comparingKeywords } from "../../documents/keywords.js";
import { type CompileOptions, withDefinition } from "../compile.js";
import { closureOf, type Definition, nodesIn } from "../nodes/node.js";
import type { CompiledSchema } from "../run-validator.js";
import { SchemaError } from "../schema-error.js";
import { exactSupport } from "./exact-support.js";

/** A divisor with more digits would take long for every number. */
const mostDigits = 1000;

/**
 * A schema that is judged with exact numbers: those of the schema, if `withDoubles` made it, and those of the values.
 * Slower than `compile`. Throws `SchemaError` as that does, and for a `multipleOf` of more than 1,000 digits.
 */
export function compileExact(schema: unknown, options: CompileOptions = {}): CompiledSchema {
  return withDefinition(schema, { ...options, exact: true }, exactValidator);
}

/** The validator of a definition whose nodes may have exact numbers. */
export function exactValidator(root: Definition): CompiledSchema {
  const support = exactSupport();
  for (const { node, at } of closureOf([root]))
    for (const { multipleOf } of nodesIn(node)) refuseLong(multipleOf, at);
  const { node, at } = root;
  const accepts = (value: unknown) => support.conforms(node, value);
  return {
    is(value) {
      try {
        return accepts(value);
      } catch {
        return false;
      }
    },
    check: (value, options = {}) => support.findings(value, { accepts, schema: node, at }, options),
  };
}

function refuseLong(step: unknown, at: string): void {
  if (!(step instanceof ExactNumber) || step.digits <= mostDigits) return;
  const [document = "", pointer = ""] = at.split("#");
  const reason = `a \`multipleOf\` has ${step.digits} digits: at most ${mostDigits} can be compared`;
  throw new SchemaError(reason, { document, pointer });
}

/** Whether any keyword of a definition, or of those that it refers to, compares a value with an exact number. */
export function comparesExactNumbers(root: Definition): boolean {
  return closureOf([root]).some(({ node }) =>
    [...nodesIn(node)].some((each) => comparingKeywords.some((keyword) => hasExactNumbers(each[keyword]))),
  );
}
