import { expect, it } from "vitest";
import { SandboxDataError } from "../../../../platform/sandbox/data/data-file.js";
import { dataFile } from "../../../../platform/sandbox/data/read-data.js";
import { parseSeed, plantSeed, readSeed } from "../../../../platform/sandbox/data/seed.js";
import { createMemoryPlatform } from "../../../../platform/sandbox/platform/memory-platform.js";

const planted = () => {
  const platform = createMemoryPlatform({ start: 0 });
  platform.run(plantSeed, readSeed(dataFile("seed.yaml")));
  return platform;
};

/** What is wrong with a seed. */
function seedFault(lines: string): { readonly code: string; readonly message: string } {
  try {
    parseSeed({ file: "seed.yaml", text: `x-sandbox: true\n${lines}` });
  } catch (failure) {
    if (failure instanceof SandboxDataError) return { code: failure.code, message: failure.message };
    throw failure;
  }
  throw new Error("nothing is wrong with it");
}

it("has API products with the scopes of the document, names in Chinese and English, and audiences of their own", () => {
  const products = planted().list("apiProduct");
  const scopes = products.flatMap((product) => product.scopes.map(({ name }) => name));
  expect(scopes.sort()).toEqual([
    ...["commerce.catalog.read", "commerce.checkout.create", "commerce.checkout.read"],
    ...["commerce.subscription.manage", "commerce.subscription.read", "openplatform.api.invoke"],
  ]);
  expect(new Set(products.map(({ audience }) => audience)).size).toBe(products.length);
  for (const { name } of products) expect(name.zh).toMatch(/\p{Script=Han}/u);
  expect(products.map(({ status }) => status)).toContain("deprecated");
  const [commerce] = products;
  expect(commerce?.eventTypes).toEqual(
    expect.arrayContaining(["oem.subscription.renewed.v1", "payment.succeeded.v1"]),
  );
});

it("has plans that are free, paid with a trial and yearly", () => {
  const plans = planted()
    .list("catalogProduct")
    .flatMap((product) => product.plans);
  expect(plans.some(({ billing, price }) => billing === "free" && price === undefined)).toBe(true);
  expect(
    plans.some(({ billing, trialDays, period }) => billing === "paid" && trialDays > 0 && period === "month"),
  ).toBe(true);
  expect(plans.some(({ period, billing }) => period === "year" && billing === "paid")).toBe(true);
});

it("has people with several enterprises, one and none", () => {
  const platform = planted();
  const counts = platform.list("person").map(({ id }) => platform.list("membership", { person: id }).length);
  expect(new Set(counts)).toEqual(new Set([0, 1, 2]));
  expect(platform.list("delegation")).toHaveLength(1);
});

it.each([
  ["organizations: [{ id: a }]", "data-shape", "seed.yaml:2:17: "],
  ["organisations: []", "data-shape", "seed.yaml:2"],
  [
    "memberships:\n  - { id: m, organization: a, person: p }",
    "data-reference",
    "seed.yaml:3:28: `a` isn't defined.",
  ],
  ["people:\n  - &p { id: p, name: P, email: p@e }\n  - *p", "data-rule", "`p` is there twice."],
  [
    "catalog: [{ code: c, name: &n { en: C, zh: 西 }, description: *n, plans: [{ code: f, version: 1, name: *n, billing: free, price: x, period: month }] }]",
    "data-rule",
    "`price`",
  ],
  ["api_products: [", "data-syntax", "seed.yaml:"],
])("says where a seed is wrong: %s", (lines, code, message) => {
  const fault = seedFault(lines);
  expect(fault.code).toBe(code);
  expect(fault.message).toContain(message);
});
