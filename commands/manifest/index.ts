export { OipkitError } from "@oipkit/runtime/errors";
export { buildManifest } from "./build/build-manifest.js";
export type { BuildOptions, Built } from "./build/build-options.js";
export { packageVersionOf } from "./build/package-version.js";
export { assetSizes, type SizeOptions } from "./compare/asset-sizes.js";
export {
  type AssetChange,
  compareManifests,
  type ManifestComparison,
  type TextChange,
} from "./compare/compare-manifests.js";
export type { ArtifactManifest, Asset } from "./document/manifest.js";
export { parseManifest, type ReadManifest, readManifest } from "./document/read-manifest.js";
export { ManifestError, type ManifestErrorCode } from "./errors.js";
export { loadManifestFormat, type ManifestFormat, type ManifestProperties } from "./format.js";
export { integrityOf } from "./integrity.js";
export type { Verification } from "./verify/verification.js";
export { type VerifyFolderOptions, verifyFolder } from "./verify/verify-folder.js";
export { type VerifyUrlOptions, verifyUrl } from "./verify/verify-url.js";
export { writeManifest } from "./write-manifest.js";
