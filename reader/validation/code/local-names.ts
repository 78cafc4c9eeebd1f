import type { Code } from "../../text/code/code.js";
import { identifier, isReserved } from "../../text/code/identifier.js";
import { support } from "../support.js";

/** The names of the variables in one function, derived from names of properties. */
export class LocalNames {
  readonly #taken: Set<string>;

  /** `parameters`: the names that the function already has. */
  constructor(parameters: readonly string[]) {
    this.#taken = new Set(parameters);
  }

  /** A name that isn't a variable of the function or anything that the function may call. */
  take(wanted: string): Code {
    const base = nameOf(wanted);
    let name = base;
    for (let number = 2; this.#taken.has(name); number++) name = `${base}${number}`;
    this.#taken.add(name);
    return identifier(name);
  }
}

/** `plan_version` becomes `planVersion`; a name without letters becomes `item`. */
function nameOf(wanted: string): string {
  const [first, ...others] = wanted.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  if (first === undefined || !/^[A-Za-z]/.test(first)) return "item";
  const rest = others.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const name = [first.charAt(0).toLowerCase() + first.slice(1), ...rest].join("").slice(0, 60);
  const isTaken = isReserved(name) || name in support || /^accepts[A-Z]|Format$|Schema$/.test(name);
  return isTaken ? `${name}Value` : name;
}
