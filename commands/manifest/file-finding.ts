import type { Finding } from "../report/findings/finding.js";
import { fingerprintOf } from "../report/findings/fingerprint.js";

/** A fault of a file as a whole, or of a folder. */
export interface FileFault {
  /** As the user would write it, with `/`. */
  readonly file: string;
  readonly code: string;
  readonly level?: "warning" | undefined;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly clause?: string | undefined;
  readonly schemaPointer?: string | undefined;
}

/** The finding of such a fault. */
export function fileFinding({ file, code, level, message, hint, clause, schemaPointer }: FileFault): Finding {
  return {
    file,
    line: 1,
    column: 1,
    pointer: "",
    code,
    level: level ?? "error",
    message,
    ...(clause === undefined ? {} : { clause }),
    ...(schemaPointer === undefined ? {} : { schemaPointer }),
    ...(hint === undefined ? {} : { hint }),
    fingerprint: fingerprintOf({ file, code, pointer: "", detail: message, content: undefined, hidden: [] }),
  };
}
