import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { afterThisTest } from "../../support/clean-up.js";
import { loadText } from "../../support/commands/mock/pets.js";
import { type ProxySetting, proxiedListener } from "../../support/commands/mock/proxied.js";

const contracts = await loadText(`openapi: 3.2.0
info: { title: T, version: "1" }
paths:
  /stream:
    get:
      responses:
        "200":
          description: d
          content:
            text/event-stream: { itemSchema: { type: object, properties: { data: { type: string, maxLength: 3 } } } }
            application/x-ndjson: { schema: { type: array, items: { type: integer } } }
            application/json-seq: { itemSchema: { type: integer } }
            application/jsonl: { schema: { type: object, required: [a] } }
            application/ndjson: { schema: { type: array, items: { type: integer }, minItems: 3 } }
  /text:
    get: { responses: { "200": { description: d, content: { text/event-stream: { schema: { type: string } } } } } }
`);

/** A stream through a proxy, which the test writes and reads piece by piece. */
async function stream(
  headers: object,
  { path = "/stream", ...setting }: ProxySetting & { path?: string } = {},
) {
  let source: ServerResponse | undefined;
  let isClosed = false;
  const proxied = await proxiedListener(
    contracts,
    (_, response) => {
      source = response.on("close", () => {
        isClosed = true;
      });
      response.writeHead(200, headers as Record<string, string>).flushHeaders();
    },
    setting,
  );
  afterThisTest(proxied.close);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = httpRequest({ port: proxied.port, host: "127.0.0.1", path, agent: false });
    sent.on("response", resolve).on("error", reject).end();
  });
  let got = Buffer.alloc(0);
  answer.on("data", (piece: Buffer) => {
    got = Buffer.concat([got, piece]);
  });
  answer.on("error", () => {});
  const findings = () =>
    proxied.served.flatMap((each) => each.findings.map(({ pointer, code }) => `${pointer} ${code}`));
  return {
    answer,
    findings,
    isClosed: () => isClosed,
    /** Sends a piece and waits until it is there. */
    pass: async (piece: string | Buffer) => {
      source?.write(piece);
      await expect.poll(() => got.includes(piece)).toBe(true);
    },
    end: async () => {
      source?.end();
      await expect.poll(() => answer.complete).toBe(true);
      await proxied.idle();
      expect(proxied.faults).toEqual([]);
      return findings();
    },
  };
}

describe("a stream through a proxy", () => {
  it.each([false, true])(
    "comes event by event, and each is judged as it passes (errors: %s)",
    async (errors) => {
      const { pass, end, findings } = await stream({ "content-type": "text/event-stream" }, { errors });
      await pass("data: abc\n\n");
      expect(findings()).toEqual([]);
      await pass("data: far too long\n\ndata: ab");
      await expect.poll(findings).toEqual(["/1/data max-length"]);
      await pass("cd\n\n");
      expect(await end()).toEqual(["/1/data max-length", "/2/data max-length"]);
    },
  );

  it("is judged compressed, too", async () => {
    const { pass, end } = await stream({
      "content-type": "application/x-ndjson",
      "content-encoding": "gzip",
    });
    await pass(gzipSync("1\n"));
    await pass(gzipSync('"two"\n3\n'));
    expect(await end()).toEqual(["/1 type"]);
  });

  it.each([
    ["application/x-ndjson", '1\n2\n"3"\n', ["/2 type"]],
    ["application/x-ndjson", "1\n{\n2\n", [" json-syntax"]],
    ["application/json-seq", '\u001e1\n\u001e"2"\n', ["/1 type"]],
    // An item that is cut off by the end.
    ["application/x-ndjson", "1\n2", []],
    // Nothing says what their items are, or more than that.
    ["application/jsonl", "{}\n", [" body-unchecked"]],
    ["application/ndjson", "1\n", [" body-unchecked"]],
  ])("of %s, %j, has the findings of its items", async (type, text, expected) => {
    const { pass, end } = await stream({ "content-type": type });
    await pass(text);
    expect(await end()).toEqual(expected);
  });

  it("that is described as text has no findings", async () => {
    const { pass, end } = await stream({ "content-type": "text/event-stream" }, { path: "/text" });
    await pass("data: anything\n\n");
    expect(await end()).toEqual([]);
  });

  it("with an item that is too large passes, and the rest is said to be unjudged, once", async () => {
    const { pass, end } = await stream({ "content-type": "text/event-stream" }, { maxBodyBytes: 100 });
    await pass(`data: ${"x".repeat(200)}\n\n`);
    await pass("data: far too long\n\n");
    expect(await end()).toEqual([" body-unchecked"]);
  });

  it("without an end stops when its reader goes", async () => {
    const { pass, answer, isClosed, findings } = await stream({ "content-type": "text/event-stream" });
    await pass("data: a\n\n");
    answer.destroy();
    await expect.poll(isClosed).toBe(true);
    expect(findings()).toEqual([]);
  });
});
