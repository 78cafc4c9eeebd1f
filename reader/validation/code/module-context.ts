import { type Code, code } from "../../text/code/code.js";
import { identifier } from "../../text/code/identifier.js";
import { formatConstant } from "../formats.js";
import type { Format } from "../nodes/format.js";
import type { Definition } from "../nodes/node.js";

/** The names that the code of a module uses: definitions, exports of `support.js`, and its own constants. */
export class ModuleContext {
  readonly #constants = new Map<string, { readonly name: Code; readonly text: Code }>();
  readonly #supported = new Set<string>();
  readonly #formats = new Map<string, Format>();
  readonly #definitions = new Map<Definition, Set<string>>();

  /** `nameOf`: the name of each definition, in Pascal case, unique among all modules. */
  constructor(readonly nameOf: (definition: Definition) => string) {}

  /** The predicate of a definition. */
  accepts(definition: Definition): Code {
    return this.#name(definition, `accepts${this.nameOf(definition)}`);
  }

  /** The schema of a definition, as data. */
  schema(definition: Definition): Code {
    const name = this.nameOf(definition);
    return this.#name(definition, `${name.charAt(0).toLowerCase()}${name.slice(1)}Schema`);
  }

  /** An export of `support.js`. */
  use(name: string): Code {
    this.#supported.add(name);
    return identifier(name);
  }

  /** A format in `support.js`. */
  format(format: Format): Code {
    this.#formats.set(format.name, format);
    return formatConstant(format);
  }

  /** A constant of the module, one per expression: `PATTERN_1`. */
  constant(prefix: string, expression: Code): Code {
    const known = this.#constants.get(expression.toString());
    if (known !== undefined) return known.name;
    const name = identifier(`${prefix}_${this.#constants.size + 1}`);
    this.#constants.set(expression.toString(), { name, text: code`const ${name} = ${expression};` });
    return name;
  }

  get constants(): readonly Code[] {
    return [...this.#constants.values()].map(({ text }) => text);
  }

  /** The names by which the code refers to each definition. */
  get definitions(): ReadonlyMap<Definition, ReadonlySet<string>> {
    return this.#definitions;
  }

  get formats(): readonly Format[] {
    return [...this.#formats.values()];
  }

  /** The names to import from `support.js`, sorted. */
  get supported(): readonly string[] {
    return [...this.#supported, ...this.formats.map((format) => formatConstant(format).toString())].sort();
  }

  #name(definition: Definition, name: string): Code {
    const names = this.#definitions.get(definition) ?? new Set<string>();
    this.#definitions.set(definition, names.add(name));
    return identifier(name);
  }
}
