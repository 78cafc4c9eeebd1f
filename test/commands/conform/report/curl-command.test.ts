// @needs curl
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import type { ExchangeRecord } from "../../../../commands/conform/index.js";
import { curlCommand } from "../../../../commands/conform/report/details.js";
import { exchangeRecord } from "../../../../commands/conform/run/mask.js";

const shell = promisify(execFile);

describe("the curl command for a request", () => {
  const credentials = { secrets: ["se'cret"], verificationToken: "to ken$1", encryptKey: "key" };
  const record = (body: Uint8Array, headers: ExchangeRecord["request"]["headers"] = []): ExchangeRecord =>
    exchangeRecord({
      credentials,
      step: 1,
      sent: { method: "PUT", headers, body },
      wanted: [],
      got: "timeout",
    });

  it.each([
    ["text with the token in it", Buffer.from('{"a":"to ken$1","b":"it\'s"}')],
    ["bytes that aren't UTF-8", Buffer.from([0x7b, 0xff, 0x00, 0x0a])],
    ["asterisks like a mask", Buffer.from("*** and ***")],
    ["a final line feed", Buffer.from("text\n\n")],
    ["nothing", Buffer.from("")],
  ])("sends the same bytes and headers: %s", async (_name, body) => {
    const got = await sentBy(async (url) => {
      const headers = [
        ["content-type", "application/json"],
        ["x-twice", "1"],
        ["x-twice", "it's 2"],
        ["x-empty", ""],
      ] as const;
      const command = curlCommand(url, record(body, headers)) ?? "";
      expect(command).not.toContain("to ken$1");
      await shell("sh", ["-c", command], {
        env: { PATH: process.env.PATH, WEBHOOK_VERIFICATION_TOKEN: credentials.verificationToken },
      });
    });
    expect(got).toMatchObject({ method: "PUT", body });
    const own = got.headers.filter(([name = ""]) => /^(content-type|x-)/.test(name.toLowerCase()));
    expect(own).toEqual([
      ["content-type", "application/json"],
      ["x-twice", "1"],
      ["x-twice", "it's 2"],
      ["x-empty", ""],
    ]);
  });
});

interface Received {
  readonly method: string | undefined;
  readonly headers: readonly string[][];
  readonly body: Buffer;
}

/** The request that a server receives while `work` runs. */
async function sentBy(work: (url: string) => Promise<void>): Promise<Received> {
  let received: Received = { method: undefined, headers: [], body: Buffer.alloc(0) };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const raw = request.rawHeaders;
    const headers = Array.from({ length: raw.length / 2 }, (_, at) => raw.slice(at * 2, at * 2 + 2));
    received = { method: request.method, headers, body: Buffer.concat(chunks) };
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
  return received;
}
