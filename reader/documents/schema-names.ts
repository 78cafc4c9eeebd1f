import { documentMessages } from "./asyncapi/messages.js";
import type { Contracts } from "./contracts.js";
import { numbered } from "./words.js";

/** `schemas/access-change.schema.yaml` → `access-change`; `platform.openapi.yaml` → `platform`. */
export function stem(file: string): string {
  return (file.split("/").at(-1) ?? file)
    .replace(/\.(ya?ml|json)$/, "")
    .replace(/\.(schema|openapi|asyncapi)$/, "");
}

/**
 * Names of schema files: each has that of its file, by which examples and `oipkit validate --as` know it. If an event or a
 * schema of an earlier path has that name, a number is appended.
 */
export class SchemaNames {
  readonly #taken = new Set<string>();
  readonly #names = new Map<string, string>();

  constructor(contracts: Contracts) {
    for (const document of contracts.asyncapi)
      for (const { key, name } of documentMessages(contracts, document)) this.#taken.add(name ?? key);
    const files = contracts.schemas.map(
      ({ path, file }) => [contracts.names.get(path) ?? file, path] as const,
    );
    for (const [file, path] of files.sort(([a], [b]) => (a < b ? -1 : 1))) this.take(path, file);
  }

  /** The name of a schema file, by its absolute path and its path among the contracts. */
  take(path: string, file: string): string {
    const known = this.#names.get(path);
    if (known !== undefined) return known;
    const wanted = stem(file);
    let name = wanted;
    for (let number = 2; this.#taken.has(name); number++) name = numbered(wanted, number);
    this.#taken.add(name);
    this.#names.set(path, name);
    return name;
  }
}
