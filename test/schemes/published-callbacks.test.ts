import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runSuite } from "../../commands/conform/index.js";
import { expandCases } from "../../commands/conform/suite/select.js";
import { runWith } from "../support/cli/receiver-under-test.js";
import {
  contractFolder,
  generateFrom,
  temporaryFolder,
  writeTree,
} from "../support/generator/emit/contract-folder.js";
import {
  exampleSecrets,
  generateSdk,
  type SmallSdk,
  type SmallSubject,
  smallContract,
  startSmall,
} from "../support/schemes/small-contract.js";

const protocol = {
  headers: {
    eventId: "X-Id",
    eventType: "X-Type",
    timestamp: "X-Time",
    nonce: "X-Nonce",
    signature: "X-Sign",
  },
  signature: {
    algorithm: "hmac-sha256",
    content: ["timestamp", "nonce", "body"],
    separator: ".",
    prefix: "",
    encoding: "hex",
  },
  timestamp: { unit: "seconds", toleranceSeconds: 300 },
  nonce: { retentionSeconds: 600 },
  event: {
    id: "/id",
    type: "/type",
    binding: { organization: [], application: ["/scope/app"], environment: [], product: [] },
  },
  responses: { accepted: 204, unauthenticated: 401, unprocessable: 422, unavailable: 503 },
  callbacks: { eventTypes: ["note.asked"], timeoutSeconds: 5 },
};

/** The contract of `note.made` and `note.asked`, whose payloads must say which application they are for. */
function boundContract(protocol: object): object {
  const contract = smallContract(protocol) as { components: { messages: Record<string, Message> } };
  for (const { payload, examples } of Object.values(contract.components.messages)) {
    payload.required.push("scope");
    payload.properties.scope = { type: "object", required: ["app"], properties: { app: { type: "string" } } };
    for (const example of examples) example.payload.scope = { app: "app_1" };
  }
  return contract;
}

interface Message {
  readonly payload: { readonly required: string[]; readonly properties: Record<string, unknown> };
  readonly examples: readonly { readonly payload: Record<string, unknown> }[];
}

const running: SmallSubject[] = [];
afterAll(async () => {
  await Promise.all(running.map(({ close }) => close()));
});

describe("a callback whose payload the contract shows", () => {
  let contract: string;
  let sdk: SmallSdk;
  beforeAll(async () => {
    contract = await contractFolder({ "events.asyncapi.yaml": boundContract(protocol) });
    sdk = await generateSdk(contract);
  });

  const judge = async (
    options: Readonly<Record<string, unknown>>,
    make: "generated" | "plain" = "generated",
  ) => {
    const secrets = exampleSecrets(sdk.suite.protocol, "current");
    const own = make === "plain" ? { protocol: sdk.suite.protocol } : {};
    const subject = await startSmall(sdk, { secrets, verificationToken: "" }, { options, ...own });
    running.push(subject);
    const report = await runSuite({ suite: sdk.suite, ...subject });
    const failed = report.results.filter(({ result }) => result === "failed");
    return { report, failed: failed.map(({ id, level }) => ({ id, level })) };
  };

  it("is tried by the suite in each of its fields, only if the receiver answers callbacks", () => {
    const cases = expandCases(sdk.suite).filter(({ id }) => id.includes("/note.asked/"));
    expect(cases.map(({ id }) => id)).toEqual(
      expect.arrayContaining([expect.stringMatching(/text.*missing|missing.*text/)]),
    );
    expect(cases.length).toBeGreaterThan(10);
    for (const { needs } of cases) expect(needs).toContain("callbacks");
  });

  it("is validated by the generated receiver before its handler is asked", async () => {
    const asked: unknown[] = [];
    const onCallback = (callback: unknown) => {
      asked.push(callback);
      return { done: true };
    };
    const { report, failed } = await judge({ onCallback });
    expect(failed).toEqual([]);
    expect(report.conforms).toBe(true);
    expect(asked.length).toBeGreaterThan(0);
    for (const each of asked)
      expect(each).toMatchObject({ id: expect.any(String), text: expect.any(String) });
  });

  it("is a finding of a receiver that doesn't validate it, though not one that keeps it from conforming", async () => {
    const { report, failed } = await judge({}, "plain");
    expect(failed).toContainEqual({ id: expect.stringContaining("/note.asked/"), level: "should" });
    expect(failed.filter(({ id }) => !id.includes("/note.asked/"))).toEqual([]);
    expect(failed.filter(({ level }) => level === "must")).toEqual([]);
    expect(report.conforms).toBe(true);
  });

  it("is refused for another application than the receiver's", async () => {
    const asked: unknown[] = [];
    const application = { id: "other" };
    const onCallback = (callback: unknown) => {
      asked.push(callback);
      return {};
    };
    const { report } = await judge({ application, onCallback });
    expect(report.conforms).toBe(false);
    expect(asked).toEqual([]);
  });

  it("is recognized by `oipkit validate`, and judged by its own schema", async () => {
    const folder = await temporaryFolder();
    const files = await generateFrom([contract], { only: ["types", "validators", "protocol"] });
    await writeTree(folder, Object.fromEntries(files));
    const given = { id: "note_1", type: "note.asked", text: "hello", scope: { app: "a" } };
    await writeFile(join(folder, "right.json"), JSON.stringify(given));
    await writeFile(join(folder, "wrong.json"), JSON.stringify({ ...given, text: "" }));
    const validate = (file: string) => runWith({ cwd: folder }, "validate", "--validators", folder, file);
    expect(await validate("right.json")).toMatchObject({ exitCode: 0, out: "" });
    const wrong = await validate("wrong.json");
    expect(wrong).toMatchObject({ exitCode: 1 });
    expect(wrong.out).toMatch(/wrong\.json:1:\d+ min-length \/text/);
  });
});
