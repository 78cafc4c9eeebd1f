import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { manifestFile } from "../../generator/write/compare.js";
import { generateFrom, root, temporaryFolder } from "../support/generator/emit/contract-folder.js";
import { typeCheck } from "../support/generator/emit/type-check.js";

let before: Map<string, string>;
beforeAll(async () => {
  before = await generated(join(root, "contracts"));
});

/** The files generated from contracts, including the manifest. */
async function generated(contracts: string): Promise<Map<string, string>> {
  const files = await generateFrom([contracts], { cwd: dirname(contracts) });
  const { path, text } = manifestFile([...files].map(([path, text]) => ({ path, text })));
  return files.set(path, text);
}

async function copyOfContracts(): Promise<string> {
  const folder = join(await temporaryFolder(), "contracts");
  await cp(join(root, "contracts"), folder, { recursive: true });
  return folder;
}

async function edit(path: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(path, "utf8");
  const changed = change(text);
  if (changed !== text) await writeFile(path, changed);
}

function differences(after: ReadonlyMap<string, string>) {
  return {
    changed: [...before.keys()]
      .filter((path) => after.has(path) && after.get(path) !== before.get(path))
      .sort(),
    added: [...after.keys()].filter((path) => !before.has(path)),
    removed: [...before.keys()].filter((path) => !after.has(path)),
  };
}

test("a renamed field changes only files with that field, and breaks code that uses it, at its line", async () => {
  const contracts = await copyOfContracts();
  const entries = await readdir(contracts, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter(({ name }) => /(?<!openapi)\.(?:yaml|json)$/.test(name))) {
    await edit(join(entry.parentPath, entry.name), (text) =>
      text.replace(/(?<!`)\bplan_code\b/g, "plan_key"),
    );
  }
  const after = await generated(contracts);

  const subscriptionEvents = [...before.keys()].filter((path) =>
    /^validators\/subscription-(?!status).*\.ts$/.test(path),
  );
  expect(subscriptionEvents).toHaveLength(22);
  expect(differences(after)).toEqual({
    changed: [
      "conformance/events.json", // examples become cases
      "conformance/events.vectors.json", // signed bodies
      "fixtures/events.json",
      "reference/events.md", // examples and property tables
      "reference/schemas.md",
      "schemas.ts",
      "validators/subscription-summary.ts", // the events with this summary import it
    ].sort(),
    added: [],
    removed: [],
  });
  const lines = (files: ReadonlyMap<string, string>) => new Set(files.get("schemas.ts")?.split("\n"));
  expect([...lines(after)].filter((line) => !lines(before).has(line))).toEqual(["  plan_key: string;"]);

  const consumer = `import { type Event, isSubscriptionCreated } from "./index.js";

export function planOf(event: Event): string | undefined {
  if (!isSubscriptionCreated(event)) return undefined;
  return event.data.plan_code;
}
`;
  expect(typeCheck(new Map([...before, ["consumer.ts", consumer]]))).toEqual([]);
  expect(typeCheck(new Map([...after, ["consumer.ts", consumer]]))).toEqual([
    expect.stringMatching(/^consumer\.ts:5: Property 'plan_code' does not exist/),
  ]);
});

test("a new event adds its validator and changes only files that list events", async () => {
  const contracts = await copyOfContracts();
  const message = `
    PaymentDisputed:
      name: payment.disputed.v1
      title: Payment disputed
      summary: A payment was disputed.
      tags:
        - name: payment
      headers:
        $ref: '#/components/schemas/DeliveryHeaders'
      payload:
        schemaFormat: application/schema+yaml;version=2020-12
        schema:
          type: object
          allOf:
            - $ref: ./schemas/unspecified-event.schema.yaml
          properties:
            event_type:
              const: payment.disputed.v1
`;
  await edit(join(contracts, "events.asyncapi.yaml"), (text) =>
    text
      .replace("\n    SubscriptionCreated:\n      name:", `${message}    SubscriptionCreated:\n      name:`)
      .replace(
        "    messages:\n",
        "    messages:\n      PaymentDisputed:\n        $ref: '#/components/messages/PaymentDisputed'\n",
      ),
  );
  await mkdir(join(contracts, "examples", "payment.disputed.v1"));
  await writeFile(
    join(contracts, "examples", "payment.disputed.v1", "minimal.json"),
    '{ "event_id": "evt_1", "event_type": "payment.disputed.v1" }\n',
  );
  expect(differences(await generated(contracts))).toEqual({
    changed: [
      "conformance/events.json",
      "events/guards.ts",
      "events/receiver.ts",
      "events/types.ts",
      "fixtures/events.json",
      "manifest.json",
      "reference/events.md",
      "validators/catalog.ts",
      "validators/events.ts",
      "validators/index.ts",
    ],
    added: ["validators/payment-disputed.ts"],
    removed: [],
  });
});

test("a changed description changes only the documentation of its own type", async () => {
  const contracts = await copyOfContracts();
  await edit(join(contracts, "platform.openapi.yaml"), (text) =>
    text.replace(/^ {2}title: .*$/m, "  title: Another title"),
  );
  expect(differences(await generated(contracts)).changed).toEqual([
    "platform/client.ts",
    "reference/README.md",
    "reference/platform.md",
  ]);
});
