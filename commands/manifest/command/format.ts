import { findGeneratedFolder } from "../../config/generated-folder.js";
import { loadManifestFormat, type ManifestFormat } from "../format.js";
import type { SharedSettings } from "./options.js";

/** Loads the kind of manifest that the settings name. Throws `ManifestError`, `DocumentsError` or `UsageError` if there is none. */
export async function loadFormat({ values }: SharedSettings, cwd: string): Promise<ManifestFormat> {
  return loadManifestFormat(await findGeneratedFolder(cwd, values.validators), values.as);
}
