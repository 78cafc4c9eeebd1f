import { pathToFileURL } from "node:url";
import { fromPointer } from "@oipkit/runtime/json-pointer";
import { diagnose } from "../../../reader/documents/contracts.js";
import { ContractError } from "../../../reader/documents/diagnostic.js";
import { SchemaError } from "../../../reader/validation/index.js";
import { namesOf } from "./names-of.js";
import type { SourceVersion } from "./source-version.js";

/**
 * Runs a comparison. A `SchemaError` in a document of the versions becomes a `ContractError` with its place, as the URI of a
 * document in a commit or a packed package is none that exists.
 */
export function locateSchemaErrors<Result>(versions: readonly SourceVersion[], run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    for (const version of versions) {
      for (const document of version.contracts.documents.values()) {
        if (pathToFileURL(document.path).href !== error.document) continue;
        const reason = error.message.slice(`${error.document}#${error.pointer}: `.length);
        const problem = diagnose(document, fromPointer(error.pointer), {
          code: "schema-invalid",
          message: withFiles(reason, version),
          hint: "Fix the schema; references are followed only to files of the same version.",
        });
        throw new ContractError([problem]);
      }
    }
    throw error;
  }
}

/** A text with the URIs of a version replaced by files as people see them. */
function withFiles(text: string, version: SourceVersion): string {
  for (const [file, name] of namesOf(version)) {
    if (!file.endsWith(name)) continue;
    const folder = `${pathToFileURL(version.folder).href.replace(/\/$/, "")}/`;
    return text.replaceAll(folder, file.slice(0, file.length - name.length));
  }
  return text;
}
