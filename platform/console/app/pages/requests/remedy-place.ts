/** Where in the Console a denial by a check can be resolved. */
export type RemedyPlace = "products" | "configuration" | "customers";

const places: Partial<Record<string, RemedyPlace>> = {
  token: "configuration",
  environment: "configuration",
  audience: "configuration",
  client: "configuration",
  identity: "configuration",
  scopes: "products",
  grant: "products",
  product: "products",
  binding: "products",
  organization: "customers",
  "product-access": "customers",
  entitlement: "customers",
  ownership: "customers",
  "acting-organization": "customers",
  "customer-authorization": "customers",
  "resource-state": "customers",
};

/** The page to go to after a denial by a check, if there is one. */
export function remedyPlace(check: string): RemedyPlace | undefined {
  return places[check];
}
