import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { compile } from "../support/package/compile.js";
import { folderIn, repository } from "../support/package/install.js";
import { programOutput, run } from "../support/package/run.js";

const installation = inject("installation");
const oipkit = (cwd: string, ...args: string[]) => run("npx", ["--no-install", "oipkit", ...args], { cwd });

/** Contracts of another platform than the package's. */
const contracts = {
  "shop.openapi.yaml": `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /orders/{id}:
    get:
      operationId: getOrder
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: The order, content: { application/json: { schema: { $ref: ./schemas/order.schema.yaml } } } }
`,
  "shop-events.asyncapi.yaml": `asyncapi: 3.1.0
info: { title: Shop events, version: "1" }
x-webhook-protocol:
  headers: { deliveryId: Shop-Delivery, eventId: Shop-Event, eventType: Shop-Type, timestamp: Shop-Time, nonce: Shop-Nonce, signature: Shop-Signature }
  signature: { algorithm: hmac-sha256, content: [timestamp, nonce, body], separator: ".", prefix: "v1=", encoding: hex }
  timestamp: { unit: seconds, toleranceSeconds: 60 }
  nonce: { retentionSeconds: 120 }
  token: { property: token }
  event:
    id: /id
    type: /type
    correlationId: /trace
    binding: { organization: [], application: [], environment: [], product: [] }
    ordering: { resource: /order/id, version: /order/version }
  responses: { accepted: 202, unauthenticated: 401, unprocessable: 422, unavailable: 503 }
  retries: { maxAttempts: 3, testAttempts: 1, retriedStatuses: [], retriesServerErrors: true, finalStatuses: [401, 422] }
channels:
  events: { address: null, messages: { OrderPaid: { $ref: "#/components/messages/OrderPaid" } } }
components:
  messages:
    OrderPaid:
      name: order.paid
      payload:
        schemaFormat: application/schema+yaml;version=2020-12
        schema:
          type: object
          required: [id, type, trace, order]
          properties:
            id: { type: string }
            type: { const: order.paid }
            trace: { type: string }
            order: { $ref: ./schemas/order.schema.yaml }
`,
  "schemas/order.schema.yaml": `$schema: https://json-schema.org/draft/2020-12/schema
title: Order
type: object
required: [id, version]
properties:
  id: { type: string }
  version: { type: integer, minimum: 1 }
  note: { type: string }
`,
  "examples/order.paid/minimal.json": `{ "id": "e1", "type": "order.paid", "trace": "t1", "order": { "id": "o1", "version": 1 } }\n`,
};

/** A receiver and a client for that platform, as an integrator would write them. */
const program = `import { createHttpClient, unwrap } from "@oipkit/runtime/http";
import { createMemoryInbox, createMemoryNonces, signDelivery } from "@oipkit/runtime/webhook";
import { createReceiver, protocol } from "./generated/index.js";
import { getOrder } from "./generated/shop/client.js";

const credentials = { secrets: ["secret"], verificationToken: "token" };
const version = new Promise<number>((handled) => {
  const receiver = createReceiver({
    application: { id: "app", environment: "test" },
    ...credentials,
    inbox: createMemoryInbox(),
    nonces: createMemoryNonces(),
    fallback: (event) => handled(event.order.version),
  });
  const event = { id: "e1", type: "order.paid", trace: "t1", order: { id: "o1", version: 1 } };
  const { headers, body } = signDelivery({ protocol, ...credentials, event });
  const request = new Request("https://shop.example/", { method: "POST", headers, body: new Uint8Array(body) });
  receiver.handle(request).then(({ status }) => console.log("answer", status));
});
console.log("version", await version);

const fetch = async (url: string) => Response.json({ id: new URL(url).pathname, version: 2 });
const client = createHttpClient({ baseUrl: "https://shop.example", fetch });
console.log("order", unwrap(await getOrder(client, { id: "o/1" })).id);
`;

describe("the installed command line, on contracts of another platform", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await folderIn(installation, "cli");
    for (const [path, text] of Object.entries(contracts)) {
      await mkdir(join(folder, "contracts", path, ".."), { recursive: true });
      await writeFile(join(folder, "contracts", path), text);
    }
  });

  it("prints the package's version", async () => {
    const { version } = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as {
      version: string;
    };
    expect(await oipkit(folder, "--version")).toMatchObject({ code: 0, stdout: `${version}\n` });
  });

  it("generates, and reports its own output as fresh", async () => {
    const generated = await oipkit(folder, "generate");
    expect(generated, generated.stdout + generated.stderr).toMatchObject({ code: 0 });
    expect(generated.stdout).toContain("added generated/shop-events/receiver.ts\n");
    expect(await oipkit(folder, "generate", "--check")).toMatchObject({ code: 0, stdout: "" });
  });

  it("refuses a broken contract with its location and exit code 1, and leaves the output unchanged", async () => {
    const path = join(folder, "contracts/schemas/order.schema.yaml");
    await writeFile(path, contracts["schemas/order.schema.yaml"].replace("integer", "integr"));
    const { code, stdout } = await oipkit(folder, "generate");
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^contracts\/schemas\/order\.schema\.yaml:7:20 error [a-z-]+ \/properties\/version\/type$/m,
    );
    expect(stdout).toContain("Did you mean `integer`?");
    await writeFile(path, contracts["schemas/order.schema.yaml"]);
    expect(await oipkit(folder, "generate", "--check")).toMatchObject({ code: 0 });
  });

  it("generates code that compiles with only the package installed, and works", async () => {
    await writeFile(join(folder, "program.ts"), program);
    const compiled = await compile(folder, ["program.ts"], "--skipLibCheck", "false");
    expect(compiled).toMatchObject({ code: 0, stdout: "" });
    const lines = await programOutput("node", ["program.js"], { cwd: folder });
    expect(lines.trim().split("\n").sort()).toEqual(["answer 202", "order /orders/o%2F1", "version 1"]);
  });

  it("ends at a signal while it computes, and leaves the output unchanged", async () => {
    const busy = await folderIn(installation, "busy");
    await mkdir(join(busy, "contracts"));
    await writeFile(
      join(busy, "contracts/shop.openapi.yaml"),
      'openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\npaths: {}\n',
    );
    await writeFile(join(busy, "oipkit.config.yaml"), "plugins: [./busy.mjs]\n");
    const endless = 'process.stderr.write("computing"); for (;;);';
    await writeFile(join(busy, "busy.mjs"), `export default { name: "busy", emit() { ${endless} } };\n`);
    // The program itself, since npx doesn't forward signals.
    const program = join(installation.project, "node_modules/.bin/oipkit");
    const { signal } = await run(program, ["generate"], { cwd: busy, interruptAt: "computing" });
    expect(signal).toBe("SIGINT");
    expect((await readdir(busy)).sort()).toEqual(["busy.mjs", "contracts", "oipkit.config.yaml"]);
  });
});
