import { events } from "../generated/events/receiver.js";
import type {
  SandboxSeed,
  SandboxSeedSeedApiProduct,
  SandboxSeedSeedCatalogProduct,
  SandboxSeedSeedPlan,
} from "../generated/schemas.js";
import { check } from "../generated/validators/sandbox-seed.js";
import type { PlatformCommand } from "../platform/draft.js";
import type { ApiProduct, Plan, ProductRecord } from "../platform/records/products.js";
import { delegationId } from "../platform/records/records.js";
import { type CheckedData, parseData, readDataText } from "./read-data.js";

/** Reads a file such as `contracts/sandbox/seed.yaml`. Throws `SandboxDataError` if it is wrong. */
export function readSeed(file: string): SandboxSeed {
  return parseSeed({ file, text: readDataText(file) });
}

/** Reads a seed from YAML; `file` is its name in errors. Throws `SandboxDataError` if it is wrong. */
export function parseSeed(source: { readonly file: string; readonly text: string }): SandboxSeed {
  const data = parseData<SandboxSeed>(source, check);
  checkUnique(data);
  checkReferences(data);
  return data.content;
}

/** Writes the records of a seed. */
export const plantSeed: PlatformCommand<SandboxSeed, void> = (draft, seed) => {
  const status = "active";
  for (const { id, name } of seed.organizations ?? [])
    draft.put("organization", { id, name, kind: "enterprise", status });
  for (const person of seed.people ?? []) draft.put("person", { ...person, status });
  for (const membership of seed.memberships ?? []) draft.put("membership", { ...membership, status });
  for (const { partner, customer } of seed.delegations ?? [])
    draft.put("delegation", { id: delegationId(partner, customer), partner, customer, status });
  for (const product of seed.api_products ?? []) draft.put("apiProduct", seedApiProduct(product));
  for (const product of seed.catalog ?? []) draft.put("catalogProduct", seedCatalogProduct(product));
};

function seedApiProduct({
  event_types: eventTypes = [],
  callback_types: callbackTypes = [],
  status = "active",
  ...product
}: SandboxSeedSeedApiProduct): ApiProduct {
  return { ...product, eventTypes: eventTypes === "all" ? knownEvents() : eventTypes, callbackTypes, status };
}

function seedCatalogProduct({ plans, ...product }: SandboxSeedSeedCatalogProduct): ProductRecord {
  return { ...product, plans: plans.map(seedPlan) };
}

function seedPlan({ trial_days: trialDays = 0, entitlements = [], ...plan }: SandboxSeedSeedPlan): Plan {
  return { ...plan, trialDays, entitlements };
}

function knownEvents(): readonly string[] {
  return events.flatMap(({ key, pattern }) => (pattern === undefined ? [key] : []));
}

function checkUnique({ content, errorAt }: CheckedData<SandboxSeed>): void {
  const lists = {
    organizations: content.organizations,
    people: content.people,
    memberships: content.memberships,
    api_products: content.api_products,
    catalog: content.catalog,
  };
  for (const [name, list = []] of Object.entries(lists)) {
    const seen = new Set<string>();
    for (const [index, each] of list.entries()) {
      const id = "id" in each ? each.id : each.code;
      if (seen.has(id)) throw errorAt([name, index], "data-rule", `\`${id}\` is there twice.`);
      seen.add(id);
    }
  }
  const audiences = new Set<string>();
  for (const [index, { audience }] of (content.api_products ?? []).entries()) {
    const path = ["api_products", index, "audience"];
    if (audiences.has(audience)) throw errorAt(path, "data-rule", "Another API product has this audience.");
    audiences.add(audience);
  }
}

function checkReferences({ content, errorAt }: CheckedData<SandboxSeed>): void {
  const organizations = new Set((content.organizations ?? []).map(({ id }) => id));
  const people = new Set((content.people ?? []).map(({ id }) => id));
  const known = new Set(knownEvents());
  const assertKnown = (ids: ReadonlySet<string>, id: string, path: readonly (string | number)[]): void => {
    if (!ids.has(id)) throw errorAt(path, "data-reference", `\`${id}\` isn't defined.`);
  };
  for (const [index, { organization, person }] of (content.memberships ?? []).entries()) {
    assertKnown(organizations, organization, ["memberships", index, "organization"]);
    assertKnown(people, person, ["memberships", index, "person"]);
  }
  for (const [index, { partner, customer }] of (content.delegations ?? []).entries()) {
    assertKnown(organizations, partner, ["delegations", index, "partner"]);
    assertKnown(organizations, customer, ["delegations", index, "customer"]);
  }
  for (const [index, { event_types: types = [] }] of (content.api_products ?? []).entries())
    for (const [place, type] of (types === "all" ? [] : types).entries())
      assertKnown(known, type, ["api_products", index, "event_types", place]);
  for (const [index, { plans }] of (content.catalog ?? []).entries())
    for (const [place, { billing, price }] of plans.entries())
      if ((billing === "paid") !== (price !== undefined)) {
        const path = ["catalog", index, "plans", place];
        throw errorAt(path, "data-rule", "A paid plan has a `price`, a free one none.");
      }
}
