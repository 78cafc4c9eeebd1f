export * from "./applications.js";
export * from "./authorizations.js";
export * from "./identities.js";
export {
  checkBinding,
  type PermissionAction,
  type PermissionStatus,
  permissionStatus,
  setBinding,
} from "./permission-status.js";
export * from "./permissions.js";
export { publishProduct, setProductStatus } from "./products.js";
export { redirectUriProblem } from "./redirect-uris.js";
export * from "./user-context.js";
