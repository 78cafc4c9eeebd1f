import { createHash } from "node:crypto";
import type { Environment } from "../../../../platform/sandbox/platform/records/common.js";
import type { ApiProduct } from "../../../../platform/sandbox/platform/records/products.js";
import type { MemoryWorld } from "./memory-world.js";

export const secretHash = (secret: string): string => createHash("sha256").update(secret).digest("hex");

export const commerce: ApiProduct = {
  code: "commerce",
  version: "v1",
  name: { en: "Commerce", zh: "商务" },
  description: { en: "Catalog and subscriptions", zh: "目录与订阅" },
  audience: "urn:oipkit:sandbox:commerce",
  scopes: ["commerce.catalog.read", "commerce.checkout.create", "commerce.subscription.read"].map((name) => ({
    name,
    description: { en: `May use ${name}`, zh: `可使用 ${name}` },
  })),
  quota: { requests: 100, seconds: 60 },
  support: "support@example.com",
  environments: ["sandbox", "production"],
  identities: ["application", "user"],
  eventTypes: [],
  callbackTypes: [],
  status: "active",
};

export const platformApi: ApiProduct = {
  ...commerce,
  code: "platform-api",
  audience: "urn:oipkit:sandbox:platform-api",
  scopes: [{ name: "openplatform.api.invoke", description: { en: "May use the API", zh: "可使用接口" } }],
};

/** Ada has two enterprises, Bo none. Both API products are active. */
export function populate(world: MemoryWorld): void {
  for (const id of ["acme", "globex"])
    world.put("organization", { id, name: { en: id, zh: id }, kind: "enterprise", status: "active" });
  for (const [id, name] of [
    ["ada", "Ada"],
    ["bo", "Bo"],
    ["cy", "Cy"],
  ] as const)
    world.put("person", { id, name, email: `${id}@example.com`, status: "active" });
  for (const [id, person, organization] of [
    ["mem-ada-acme", "ada", "acme"],
    ["mem-ada-globex", "ada", "globex"],
    ["mem-cy-acme", "cy", "acme"],
  ] as const)
    world.put("membership", { id, person, organization, status: "active" });
  world.put("apiProduct", commerce);
  world.put("apiProduct", platformApi);
}

export const newApplication = (environment: Environment = "sandbox", slug = "shop") => ({
  name: "Shop",
  slug,
  environment,
  creator: "ada",
  organization: "acme",
});
