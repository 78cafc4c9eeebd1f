export {
  type ArtifactManifestOptions,
  type ArtifactManifestPlugin,
  artifactManifest,
} from "./artifact-manifest.js";
