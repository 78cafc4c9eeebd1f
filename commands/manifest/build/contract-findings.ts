import { fromPointer } from "@oipkit/runtime/json-pointer";
import type { Finding } from "../../report/findings/finding.js";
import type { Violation } from "../../validate/catalog.js";
import { textRoles } from "../document/manifest.js";
import { fileFinding } from "../file-finding.js";
import type { ManifestFormat } from "../format.js";

/** A manifest that is about to be written, with the file of each asset. */
export interface Draft {
  readonly document: Readonly<Record<string, unknown>>;
  /** How the user would write each asset's file, in the order of the assets. */
  readonly files: readonly string[];
  /** The folder, for what isn't about one file. */
  readonly folder: string;
}

/** Options that the command line calls otherwise. */
const options: Partial<Record<(typeof textRoles)[number], string>> = {
  version: "artifact-version` or `from-package",
};

/**
 * What the contract's validator says of a manifest, as findings about files and options; nothing about the properties in `told`,
 * which have findings already.
 */
export function contractFindings(
  draft: Draft,
  format: ManifestFormat,
  told: readonly (string | undefined)[],
): Finding[] {
  const violations = format.validator.check(draft.document, { all: true, strict: false });
  return violations
    .filter((violation) => !told.includes(propertyOf(violation)))
    .map((violation) => {
      const { code, message, clause, schemaPointer } = violation;
      return fileFinding({ code, message, clause, schemaPointer, ...about(violation, draft, format) });
    });
}

/** The property of the document that a violation is about, or in. */
function propertyOf({ pointer, property }: Violation): string | undefined {
  return fromPointer(pointer)[0] ?? property;
}

function about(violation: Violation, draft: Draft, format: ManifestFormat) {
  const { properties } = format;
  const name = propertyOf(violation);
  const index = fromPointer(violation.pointer)[1];
  const { files, folder } = draft;
  const file = name === properties.assets && index !== undefined ? files[Number(index)] : undefined;
  if (file !== undefined) {
    const characters = forbiddenIn(Number(index), draft, format);
    const why = characters === "" ? "" : `The contract doesn't allow ${characters} in a path. `;
    return { file, hint: `${why}Rename the file, or leave it out with a line in .manifestignore.` };
  }
  if (name === properties.assets)
    return {
      file: folder,
      hint: `The folder has ${files.length} ${files.length === 1 ? "file" : "files"} that aren't ignored. Leave out what isn't part of the artifact, such as source maps, with .manifestignore.`,
    };
  const role = textRoles.find((each) => properties[each] === name);
  return {
    file: folder,
    ...(role === undefined ? {} : { hint: `Set it with the option \`${options[role] ?? role}\`.` }),
  };
}

/** The characters of an asset's path that the contract's validator accepts nowhere in a path, such as `" " (U+0020)`. */
function forbiddenIn(index: number, { document }: Draft, { properties, validator }: ManifestFormat): string {
  const { assets, path } = properties;
  const asset = (document[assets] as readonly Readonly<Record<string, unknown>>[])[index];
  const isAllowed = (character: string): boolean => {
    const probe = { ...document, [assets]: [{ ...asset, [path]: `/a${character}a` }] };
    const found = validator.check(probe, { all: true, strict: false });
    return !found.some(({ pointer }) => pointer === `/${assets}/0/${path}`);
  };
  return [...new Set(String(asset?.[path]))]
    .filter((character) => !/[\w/.-]/.test(character) && !isAllowed(character))
    .map((character) => {
      const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
      return `\`${character}\` (U+${number})`;
    })
    .join(", ");
}
