import { readFile, stat } from "node:fs/promises";
import { parseEnv } from "node:util";
import { allSecrets, type Credentials, readCredentials } from "../options/credentials-file.js";
import { UsageError } from "../options/usage.js";

/** Credentials in a file, which may change while they are used. */
export interface SecretsFile {
  /** Those of now. Rejects with `UsageError` if the file can't be read or lacks one. */
  readonly read: () => Promise<Credentials>;
  /** All that it had lately, to be redacted from output. The same list as long as nothing changes. */
  readonly known: () => readonly string[];
}

/** Bytes that the file may have. */
const longest = 1024 * 1024;
/** Credentials that are still redacted after they have left the file. */
const mostKnown = 200;

/** Follows a file of `NAME=value` lines, as in a `.env`; it is read again whenever it has changed. `hasToken`: whether the protocol has one. */
export function createSecretsFile(path: string, hasToken: boolean): SecretsFile {
  let held: { readonly stamp: string; readonly credentials: Credentials } | undefined;
  let known: readonly string[] = [];
  return {
    async read() {
      try {
        const { mtimeMs, ctimeMs, ino, size } = await stat(path);
        const stamp = [mtimeMs, ctimeMs, ino, size].join(" ");
        if (held?.stamp === stamp) return held.credentials;
        if (size > longest) throw new UsageError(`it has more than ${longest} bytes`);
        const env = parseEnv(await readFile(path, "utf8"));
        const credentials = readCredentials(env, { empty: "error", hasToken });
        held = { stamp, credentials };
        const fresh = allSecrets(credentials).filter((secret) => !known.includes(secret));
        if (fresh.length > 0) known = [...known, ...fresh].slice(-mostKnown);
        return credentials;
      } catch (cause) {
        const why =
          cause instanceof UsageError ? cause.message : ((cause as NodeJS.ErrnoException).code ?? "error");
        throw new UsageError(`--secrets ${path} can't be used: ${why}`, { cause });
      }
    },
    known: () => known,
  };
}
