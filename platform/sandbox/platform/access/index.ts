export * from "./applications.js";
export * from "./authorizations.js";
export * from "./identities.js";
export { redirectUriProblem } from "./identities.js";
export * from "./permissions.js";
export {
  checkBinding,
  type PermissionAction,
  type PermissionStatus,
  permissionStatus,
  setBinding,
} from "./permissions.js";
export { publishProduct, setProductStatus } from "./products.js";
export * from "./user-context.js";
