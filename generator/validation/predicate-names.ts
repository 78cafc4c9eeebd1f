import { type Code, code } from "../render/code.js";
import { identifier } from "../render/identifier.js";
import { isIdentifierName, literal, propertyKey } from "../render/literal.js";

/** The names of a predicate's code: every one is made here, none is a contract's. */
export class Constants {
  readonly #statements: Code[] = [];
  readonly #known = new Map<string, Code>();
  readonly #definitions = new Map<string, Code>();
  #count = 0;

  get statements(): readonly Code[] {
    return this.#statements;
  }

  /** A name that is nowhere else. */
  fresh(prefix: string): Code {
    return identifier(`${prefix}${this.#count++}`);
  }

  /** The name of a constant, the same for the same expression. */
  add(expression: Code): Code {
    const known = this.#known.get(String(expression));
    if (known !== undefined) return known;
    const name = this.fresh("c");
    this.#known.set(String(expression), name);
    this.#statements.push(code`const ${name} = ${expression};`);
    return name;
  }

  /** The function that checks a definition. */
  ofDefinition(definition: string): Code {
    const name = this.#definitions.get(definition) ?? this.fresh("is");
    this.#definitions.set(definition, name);
    return name;
  }
}

/** A property of a value. */
export function propertyOf(value: Code, name: string): Code {
  return isIdentifierName(name) ? code`${value}.${propertyKey(name)}` : code`${value}[${literal(name)}]`;
}
