import { UsageError } from "../options/option.js";

/** A module of the user. */
interface UserModule {
  /** Absolute path. */
  readonly file: string;
  /** As the user wrote it. */
  readonly shown: string;
  /** What its default export is, such as `the configuration`. */
  readonly what: string;
}

/** The default export of a TypeScript or JavaScript module, as it is on disk now. Throws `UsageError`. */
export async function importDefault({ file, shown, what }: UserModule): Promise<unknown> {
  const { importModule, moduleFiles } = await import("../../generator/plugins/import-module.js");
  const files = await moduleFiles(file).catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`${shown}: cannot read the file (${cause.code ?? cause.message})`, { cause });
  });
  const module = await importModule(file, files).catch((cause: unknown) => {
    const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    throw new UsageError(`${shown}: cannot load the module (${reason})`, { cause });
  });
  const { default: value } = module as { default?: unknown };
  if (value === undefined) throw new UsageError(`${shown}: must have a default export with ${what}`);
  return value;
}
