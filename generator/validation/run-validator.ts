import { code, empty, join } from "../render/code.js";
import { definitionCode } from "./code/definition-code.js";
import { ModuleContext } from "./code/module-context.js";
import { formatConstant } from "./formats.js";
import { closureOf, type Definition } from "./nodes/node.js";
import { type SupportedValidator, support } from "./support.js";
import type { CheckOptions, Violation } from "./violation.js";

/** The two functions of a generated validator. */
export interface CompiledSchema {
  /** Whether a value is valid. Doesn't modify it. */
  is(value: unknown): boolean;
  /** The violations of a value; an empty list if it is valid. */
  check(value: unknown, options?: CheckOptions): readonly Violation[];
}

/** Evaluates the code of a definition and of those that it refers to. */
export function runValidator(root: Definition, phrase?: string): CompiledSchema {
  const definitions = closureOf([root]);
  const numbers = new Map(definitions.map((definition, index) => [definition, index]));
  const context = new ModuleContext((definition) => `N${numbers.get(definition) ?? ""}`);
  const parts = definitions.map((definition) => definitionCode(context, definition, empty));
  const script = join([...context.constants, ...parts], "\n");
  const names = [...context.supported];
  const formats = Object.fromEntries(
    context.formats.map((format) => [formatConstant(format).toString(), format]),
  );
  const result = code`return { accepts: ${context.accepts(root)}, schema: ${context.schema(root)} };`;
  const make = new Function(
    "support",
    `"use strict";\nconst { ${names.join(", ")} } = support;\n${script}\n${result}`,
  );
  const { accepts, schema } = make({ ...support, ...formats }) as SupportedValidator;
  const validator = { accepts, schema, phrase, at: root.at };
  return {
    is(value) {
      try {
        return accepts(value);
      } catch (error) {
        return support.refuseTooDeep(error);
      }
    },
    check: (value, options = {}) => support.findings(value, validator, options),
  };
}
