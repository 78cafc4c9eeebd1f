export { OipkitError } from "@oipkit/runtime/errors";
export { buildManifest } from "./build/build-manifest.js";
export type { BuildOptions, Built } from "./build/draft-manifest.js";
export { readPackageVersion } from "./build/package-version.js";
export {
  type AssetChange,
  assetSizes,
  compareManifests,
  type ManifestComparison,
  type SizeOptions,
  type TextChange,
} from "./compare-manifests.js";
export { ManifestError, type ManifestErrorCode } from "./errors.js";
export { loadManifestFormat, type ManifestFormat, type ManifestProperties } from "./format.js";
export type { ArtifactManifest, Asset } from "./manifest.js";
export { computeIntegrity, writeManifest } from "./manifest.js";
export { parseManifest, type ReadManifest, readManifest } from "./read-manifest.js";
export type { ManifestVerification } from "./verify/verify-folder.js";
export { type VerifyFolderOptions, verifyFolder } from "./verify/verify-folder.js";
export { type VerifyUrlOptions, verifyUrl } from "./verify/verify-url.js";
