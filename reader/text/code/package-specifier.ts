import { Code } from "./code.js";

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
