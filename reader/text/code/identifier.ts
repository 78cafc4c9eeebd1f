import { Code } from "./code.js";

/** Words that can't name a binding in strict module code, and globals that shouldn't be shadowed. */
const reserved = new Set(
  (
    "abstract any arguments as asserts async await bigint boolean break case catch class const constructor continue debugger declare default delete do " +
    "else enum eval export extends false finally for function get if implements import in infer instanceof interface is keyof let module namespace never " +
    "new null number object of package private protected public readonly require return set static string super switch symbol this throw true try type " +
    "typeof undefined unique unknown var void while with yield Array Boolean Date Error Function Infinity JSON Map Math NaN Number Object Promise Proxy " +
    "Record Reflect RegExp Request Response Set String Symbol URL Headers globalThis prototype __proto__"
  ).split(" "),
);

/** In any script (ECMA-262, section 12.7), and without the joiners that no reader sees. */
const isName = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** A name that is already an identifier, as code. Throws on any other: names are made in `model/names.ts`. */
export function identifier(name: string): Code {
  if (!isName.test(name) || reserved.has(name))
    throw new TypeError(`not an identifier: ${JSON.stringify(name)}`);
  return Code.verbatim(name);
}

/** Whether a name is a reserved word of JavaScript or TypeScript. */
export function isReserved(name: string): boolean {
  return reserved.has(name);
}

const name = "[a-z0-9~-][a-z0-9._~-]*";
const pattern = new RegExp(`^(?:@${name}/)?${name}(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$`);

/** Whether a value is the name of an npm package (`kit`, `@acme/kit`), or of a folder of its exports (`@acme/kit/runtime`). */
export function isPackageSpecifier(value: unknown): value is string {
  return typeof value === "string" && value.length <= 214 && pattern.test(value);
}

/** A package's name for use inside quotes or a comment: `from "{{name}}/part"`. Throws a `TypeError` for any other text. */
export function packageSpecifier(value: string): Code {
  if (!isPackageSpecifier(value)) throw new TypeError(`not the name of a package: ${JSON.stringify(value)}`);
  return Code.verbatim(value);
}
