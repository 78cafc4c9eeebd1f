import { resolve } from "node:path";
import { parse } from "yaml";
import { vocabulary } from "../../../reader/check/vocabulary.js";
import { readNamedFile } from "../../options/named-file.js";
import { UsageError } from "../../options/usage.js";
import type { Suite } from "../suite/suite.js";

/** Where a file of cases is. */
export interface CasesFile {
  /** As the user wrote it. */
  readonly file: string;
  readonly cwd: string;
}

/**
 * A suite with the cases of a file, written as those of the contracts' folder `conformance`, in place of its own; it keeps the protocol
 * and the examples. Throws `UsageError`.
 */
export function withCasesOf({ file, cwd }: CasesFile, { protocol, examples, ...rest }: Suite): Suite {
  const path = resolve(cwd, file);
  const found = parseCases(readNamedFile({ path, shown: file, what: "the cases" }), file);
  const validate = vocabulary("conformance-cases");
  if (!validate(found)) {
    const [error] = validate.errors ?? [];
    throw new UsageError(
      `${file}: ${error?.instancePath || "the document"} ${error?.message}; see reader/vocabulary/conformance-cases.schema.yaml`,
    );
  }
  const { cases } = found as Pick<Suite, "cases">;
  const twice = cases.find(({ id }, at) => cases.findIndex((other) => other.id === id) !== at);
  if (twice !== undefined) throw new UsageError(`${file}: two cases have the id \`${twice.id}\``);
  return { ...rest, protocol, examples, cases, batches: [] };
}

function parseCases(text: string, file: string): unknown {
  try {
    return parse(text, { logLevel: "error", merge: true });
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : "";
    throw new UsageError(`${file}: neither JSON nor YAML: ${reason}`, { cause });
  }
}
