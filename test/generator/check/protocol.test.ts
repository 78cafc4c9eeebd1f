import { describe, expect, it } from "vitest";
import { checkContracts } from "../../../generator/check/check.js";
import { readInputs } from "../../../generator/read/input.js";
import { loadContracts } from "../../../generator/read/load.js";
import { contractFolder, root } from "../emit/contract-folder.js";

const complete = {
  headers: {
    signature: "X-Sign",
    timestamp: "X-Time",
    nonce: "X-Once",
    eventType: "X-Type",
    eventId: "X-Id",
  },
  signature: {
    ...{ algorithm: "hmac-sha256", separator: ".", prefix: "", encoding: "hex" },
    content: ["eventId", "eventType", "timestamp", "nonce", "body"],
  },
  timestamp: { unit: "seconds", toleranceSeconds: 300 },
  nonce: { retentionSeconds: 600 },
  event: {},
  responses: { accepted: 204, unauthenticated: 401, unprocessable: 422, unavailable: 503 },
};

type Part = "headers" | "signature" | "timestamp" | "nonce" | "verification";

/** The complete protocol with other members in some of its parts; a part or member that is `undefined` is left out. */
function changed(changes: Partial<Record<Part, object | undefined>>): object {
  const parts = Object.entries(changes).map(([name, members]) => {
    const before = (complete as Readonly<Record<string, object>>)[name];
    return [name, members && { ...before, ...members }];
  });
  return JSON.parse(JSON.stringify({ ...complete, ...Object.fromEntries(parts) })) as object;
}

/** Code and message of each finding, without those about examples. */
async function findings(protocol: object): Promise<string[]> {
  const document = {
    asyncapi: "3.0.0",
    info: { title: "t", version: "1" },
    channels: { c: { messages: { M: { name: "m", payload: { type: "object" } } } } },
    "x-webhook-protocol": protocol,
  };
  const folder = await contractFolder({ "e.asyncapi.json": document, "examples/m/one.json": {} });
  const contracts = await loadContracts(await readInputs([folder], root, { overlays: [] }), root);
  const found = await checkContracts(contracts, { examples: "error" });
  return found.map(({ code, severity, message, pointer }) => `${severity} ${code} ${pointer}: ${message}`);
}

describe("a protocol", () => {
  it("whose parts fit together has no finding", async () => {
    expect(await findings(complete)).toEqual([]);
    const inHeader = changed({
      headers: { timestamp: undefined },
      signature: { fields: { separator: ",", assignment: "=", signature: "v1", timestamp: "t" } },
    });
    expect(await findings(inHeader)).toEqual([]);
  });

  it.each([
    ["signs a header that it lacks", { headers: { eventId: undefined } }, "/signature/content/0"],
    ["has no place for the timestamp", { headers: { timestamp: undefined } }, "/timestamp"],
    ["doesn't say how a timestamp is read", { timestamp: undefined }, "/headers/timestamp"],
    ["doesn't say how long a nonce counts", { nonce: undefined }, "/headers/nonce"],
    ["has no place for the type", { headers: { eventType: undefined } }, "/event"],
    ["has a prefix with its separator", { signature: { prefix: "v1,", listSeparator: "," } }, "/signature"],
    ["has a separator that Base64 contains", { signature: { listSeparator: "=" } }, "/signature"],
    [
      "has a verification that nothing marks",
      { verification: { challengeProperty: "c", status: 200, timeoutSeconds: 1, maxResponseBytes: 9 } },
      "/verification",
    ],
    [
      "has a verification without a challenge",
      {
        verification: {
          typeProperty: "t",
          typeValue: "v",
          status: 200,
          timeoutSeconds: 1,
          maxResponseBytes: 9,
        },
      },
      "/verification",
    ],
  ])("that %s is an error", async (_, changes, pointer) => {
    const found = (await findings(changed(changes))).filter((text) => text.startsWith("error"));
    expect(found.map((text) => text.split(": ")[0])).toContain(
      `error protocol-incomplete /x-webhook-protocol${pointer}`,
    );
  });

  it("without a covered body fails its schema", async () => {
    const [found] = await findings(changed({ signature: { content: ["timestamp"] } }));
    expect(found).toMatch(/^error extension-invalid \/x-webhook-protocol\/signature\/content/);
  });

  it.each([
    [
      {
        headers: { timestamp: undefined, nonce: undefined },
        signature: { content: ["eventId", "eventType", "body"] },
        timestamp: undefined,
        nonce: undefined,
      },
      "without a timestamp and a nonce, an old delivery can be sent again, and only the inbox recognizes it",
    ],
    [{ signature: { content: ["eventId", "eventType", "nonce", "body"] } }, "the timestamp isn't signed"],
    [{ signature: { content: ["eventId", "eventType", "timestamp", "body"] } }, "the nonce isn't signed"],
    [{ signature: { content: ["eventType", "timestamp", "nonce", "body"] } }, "the event's id isn't signed"],
    [{ signature: { content: ["eventId", "timestamp", "nonce", "body"] } }, "the event's type isn't signed"],
    [{ signature: { algorithm: "hmac-sha1" } }, "SHA-1 is broken"],
  ])("gets one warning for its weak points (%#)", async (changes, weakness) => {
    const found = await findings(changed(changes));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain("warning protocol-weak /x-webhook-protocol/signature");
    expect(found[0]).toContain(weakness);
  });
});
