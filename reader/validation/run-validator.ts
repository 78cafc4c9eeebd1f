import { join } from "../text/code/code.js";
import { definitionCode } from "./code/definition-code.js";
import { ModuleContext } from "./code/module-context.js";
import { formatConstant } from "./formats.js";
import { type Definition, reachableDefinitions } from "./nodes/node.js";
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
  return new RunValidators().of(root, phrase);
}

/** Validators whose definitions refer to each other: the code of each is evaluated once. */
export class RunValidators {
  readonly #numbers = new Map<Definition, number>();
  /** What the code of later definitions refers to, by name. */
  readonly #known: Record<string, unknown> = {};
  readonly #roots = new Map<Definition, Pick<SupportedValidator, "accepts" | "schema">>();

  /** Throws `SyntaxError` for a pattern that isn't a regular expression. */
  of(root: Definition, phrase?: string): CompiledSchema {
    const run = this.#roots.get(root) ?? this.#run(root);
    this.#roots.set(root, run);
    const { accepts } = run;
    const validator = { ...run, phrase, at: root.at };
    return {
      is(value) {
        try {
          return accepts(value);
        } catch {
          return false;
        }
      },
      check: (value, options = {}) => support.findings(value, validator, options),
    };
  }

  #run(root: Definition): Pick<SupportedValidator, "accepts" | "schema"> {
    const definitions = reachableDefinitions([root]).filter((definition) => !this.#numbers.has(definition));
    const first = this.#numbers.size;
    const numbers = new Map(definitions.map((definition, index) => [definition, first + index]));
    const definitionNumber = (definition: Definition) =>
      numbers.get(definition) ?? this.#numbers.get(definition);
    // Here the support module compiles all patterns, in a way that no text keeps busy.
    const context = new ModuleContext(
      (definition) => `N${definitionNumber(definition) ?? ""}`,
      () => true,
    );
    const parts = definitions.map((definition) => definitionCode(context, definition, "script"));
    const result = [context.accepts(root), context.schema(root)];
    const script = join(parts, "\n");
    const names = (of: (definition: Definition) => boolean): string[] =>
      [...context.definitions].flatMap(([definition, used]) => (of(definition) ? [...used] : []));
    const made = names((definition) => numbers.has(definition));
    const formats = Object.fromEntries(
      context.formats.map((format) => [formatConstant(format).toString(), format]),
    );
    const make = new Function(
      "support",
      "known",
      `"use strict";
const { ${context.supported.join(", ")} } = support;
const { ${names((definition) => !numbers.has(definition)).join(", ")} } = known;
${script}
return { ${made.join(", ")} };`,
    );
    Object.assign(this.#known, make({ ...support, ...formats }, this.#known));
    for (const [definition, number] of numbers) this.#numbers.set(definition, number);
    const [accepts, schema] = result.map((name) => this.#known[name.toString()]);
    return { accepts, schema } as Pick<SupportedValidator, "accepts" | "schema">;
  }
}
