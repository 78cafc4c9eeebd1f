import { nearestNames } from "@oipkit/runtime/nearest-names";
import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import { jointSchemas } from "../documents/joint-schemas.js";
import { below, entriesOf, type Place, placeAt } from "../documents/place.js";

/** The extensions of all schema files that describe a manifest. */
export function manifestExtensions(contracts: Contracts): Place[] {
  return contracts.schemas
    .map((document) => placeAt(document, ["x-artifact-manifest"]))
    .filter(({ value }) => value !== undefined);
}

const ofItems = ["path", "sha256"];

/** The properties that it names must exist, in the schema or in the items of its list. */
export function checkArtifactManifest(contracts: Contracts, extension: Place): Diagnostic[] {
  const { document } = extension;
  const root = placeAt(document, ["properties"]);
  const { assets } = extension.value as { readonly assets: string };
  const lists = jointSchemas(contracts, below(root, assets)).map((list) => below(list, "items"));
  const items = lists.flatMap((each) => jointSchemas(contracts, each));
  return entriesOf(extension).flatMap(([role, place]) => {
    const properties = ofItems.includes(role)
      ? items.flatMap((each) => entriesOf(below(each, "properties")))
      : entriesOf(root);
    const known = properties.map(([name]) => name);
    const name = place.value as string;
    if (known.includes(name)) return [];
    const [near] = nearestNames(name, known);
    const message = `${ofItems.includes(role) ? `the items of \`${assets}\` have` : "the schema has"} no property \`${name}\``;
    const hint =
      near === undefined ? "Define it in `properties`, or remove it here." : `Did you mean \`${near}\`?`;
    return [diagnose(document, place.tokens, { code: "extension-invalid", message, hint })];
  });
}
