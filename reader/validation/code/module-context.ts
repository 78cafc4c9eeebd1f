import { numbered } from "../../documents/words.js";
import { patternFlags } from "../../patterns/read-pattern.js";
import { type Code, code } from "../../text/code/code.js";
import { identifier, isReserved } from "../../text/code/identifier.js";
import { literal } from "../../text/code/literal.js";
import { formatConstant } from "../formats.js";
import type { Definition, ValueFormat } from "../nodes/node.js";
import { support } from "../support.js";

/** The names that the code of a module uses: definitions, exports of `support.ts`, and the constants of each definition. */
export class ModuleContext {
  #definition = "";
  #constants = new Map<string, { readonly name: Code; readonly text: Code }>();
  readonly #constantNames = new Set<string>();
  readonly #supported = new Set<string>();
  readonly #formats = new Map<string, ValueFormat>();
  readonly #definitions = new Map<Definition, Set<string>>();

  /**
   * `baseName`: the name of each definition, in Pascal case, unique among all modules. `isShared`: whether the support module compiles
   * a pattern, and not the module itself.
   */
  constructor(
    readonly baseName: (definition: Definition) => string,
    readonly isShared: (pattern: string) => boolean = () => false,
  ) {}

  /** The predicate of a definition. */
  accepts(definition: Definition): Code {
    return this.#name(definition, `accepts${this.baseName(definition)}`);
  }

  /** The schema of a definition, as data. */
  schema(definition: Definition): Code {
    return this.#name(definition, `${withLowerFirst(this.baseName(definition))}Schema`);
  }

  /** An export of `support.ts`. */
  use(name: string): Code {
    this.#supported.add(name);
    return identifier(name);
  }

  /** A format in `support.ts`. */
  format(format: ValueFormat): Code {
    this.#formats.set(format.name, format);
    return formatConstant(format);
  }

  /** What tests the text in a variable by a pattern. */
  pattern(pattern: string, variable: Code): Code {
    const made = this.isShared(pattern)
      ? code`${this.use("patternOf")}(${literal(pattern)})`
      : code`new RegExp(${literal(pattern)}, ${literal(patternFlags(pattern))})`;
    return this.constant("Pattern", variable, code`/* @__PURE__ */ ${made}`);
  }

  /** From now on, constants are those of this definition. */
  start(definition: Definition): void {
    this.#definition = withLowerFirst(this.baseName(definition));
    this.#constants = new Map();
  }

  /**
   * A constant of the definition, one per expression, named by the definition and by the variable that is compared with it:
   * `bookIsbnPattern`. So other definitions never rename it.
   */
  constant(kind: ConstantKind, variable: Code, expression: Code): Code {
    const known = this.#constants.get(expression.toString());
    if (known !== undefined) return known.name;
    const member = variable.toString() === "value" ? "" : withUpperFirst(variable.toString());
    const wanted = `${this.#definition}${member}${kind}`;
    let taken = wanted;
    for (let number = 2; this.#constantNames.has(taken) || taken in support; number++)
      taken = numbered(wanted, number);
    this.#constantNames.add(taken);
    const name = identifier(taken);
    this.#constants.set(expression.toString(), { name, text: code`const ${name} = ${expression};` });
    return name;
  }

  /** The declarations of the definition's constants. */
  get constants(): readonly Code[] {
    return [...this.#constants.values()].map(({ text }) => text);
  }

  /** The names by which the code refers to each definition. */
  get definitions(): ReadonlyMap<Definition, ReadonlySet<string>> {
    return this.#definitions;
  }

  get formats(): readonly ValueFormat[] {
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

/** What a constant holds; the end of its name. */
type ConstantKind = "Names" | "Pattern" | "Values" | "Expected";

/** The names of the variables in one function, derived from names of properties. */
export class LocalNames {
  readonly #taken: Set<string>;

  /** `parameters`: the names that the function already has. */
  constructor(parameters: readonly string[]) {
    this.#taken = new Set(parameters);
  }

  /** A name that isn't a variable of the function or anything that the function may call. */
  take(wanted: string): Code {
    const base = baseName(wanted);
    let name = base;
    for (let number = 2; this.#taken.has(name); number++) name = `${base}${number}`;
    this.#taken.add(name);
    return identifier(name);
  }
}

/** `plan_version` becomes `planVersion`; a name without letters becomes `item`. */
function baseName(wanted: string): string {
  const [first, ...others] = wanted.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  if (first === undefined || !/^[A-Za-z]/.test(first)) return "item";
  const rest = others.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const name = [first.charAt(0).toLowerCase() + first.slice(1), ...rest].join("").slice(0, 60);
  const isTaken =
    isReserved(name) ||
    name in support ||
    /^accepts[A-Z]|.(?:Format|Schema|Names|Pattern|Values|Expected)$/.test(name);
  if (isTaken) return `${name}Value`;
  return name;
}

function withLowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function withUpperFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
