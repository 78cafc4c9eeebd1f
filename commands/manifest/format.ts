import type { ManifestProperties, Validator } from "../validate/catalog.js";
import { installedSdks } from "../validate/installed-sdk.js";
import { loadCatalog } from "../validate/load-catalog.js";
import { ManifestError } from "./errors.js";

export type { ManifestProperties };

/** A kind of manifest: what its properties mean, and its validator, both generated from a contract. */
export interface ManifestFormat {
  /** Name of its schema. */
  readonly name: string;
  readonly properties: ManifestProperties;
  readonly validator: Validator;
}

/**
 * The kind of manifest that the contracts of a generated folder, given by absolute path, describe with `x-artifact-manifest`; by
 * default, those of the installed `@oipkit/sdk`. `as` names one of several. Throws `ManifestError` if there is none, and
 * `DocumentsError` if the folder has no validators.
 */
export async function loadManifestFormat(
  validators: string | undefined = installedSdks(process.cwd())[0],
  as?: string,
): Promise<ManifestFormat> {
  if (validators === undefined)
    throw new ManifestError(
      "format-missing",
      "install `@oipkit/sdk`, or name the folder that `oipkit generate` wrote",
    );
  const { subjects } = await loadCatalog(validators);
  const all = Object.entries(subjects).flatMap(([name, { manifest, load }]) =>
    manifest === undefined ? [] : [{ name, properties: manifest, load }],
  );
  const named = as === undefined ? all : all.filter(({ name }) => name === as);
  const [format] = named;
  if (format === undefined || named.length > 1) {
    const names = all.map(({ name }) => name).join(", ");
    let problem = `no contract describes a manifest named \`${as}\`; there are ${names}`;
    if (as === undefined) problem = `several contracts describe a manifest (${names}); name one`;
    if (all.length === 0)
      problem =
        "no contract describes a manifest with `x-artifact-manifest`; add it to a schema, and generate again";
    throw new ManifestError("format-missing", problem);
  }
  const { name, properties, load } = format;
  return { name, properties, validator: await load() };
}
