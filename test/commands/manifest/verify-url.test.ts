import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type VerifyUrlOptions, verifyUrl } from "../../../commands/manifest/verify/verify-url.js";
import { afterThisTest } from "../../support/clean-up.js";
import { files, manifestFile, platformFormat, right } from "../../support/commands/manifest/artifact.js";

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

async function serve(answer: Answer): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  afterThisTest(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const fileContent = (url = ""): string | undefined =>
  files[url.replace(/^\/app/, "").slice(1) as keyof typeof files];
const faithful: Answer = ({ url }, response) => response.end(fileContent(url));

/** Answers for the container in a special way, and right for the others. */
const special =
  (answer: Answer): Answer =>
  (request, response) =>
    request.url?.includes("container") ? answer(request, response) : faithful(request, response);

async function verify(url: string, more: Partial<VerifyUrlOptions> = {}) {
  const options = { manifest: manifestFile(right), url, format: await platformFormat() };
  const { findings, verified } = await verifyUrl({ ...options, ...more });
  return { verified, found: findings.map(({ code, message }) => `${code}: ${message}`) };
}

describe("verification of a server", () => {
  it("requests every asset below the URL, and finds nothing if all are right", async () => {
    const requested: string[] = [];
    const origin = await serve((request, response) => {
      requested.push(`${request.url} ${request.headers.range}`);
      faithful(request, response);
    });
    expect(await verify(`${origin}/app/`)).toEqual({ verified: 3, found: [] });
    expect(requested.sort()).toEqual(
      Object.keys(files)
        .map((path) => `/app/${path} undefined`)
        .sort(),
    );
  });

  it("hashes what a browser would run: compressed content is unpacked", async () => {
    const origin = await serve(({ url }, response) => {
      response.setHeader("content-encoding", "gzip").end(gzipSync(fileContent(url) ?? ""));
    });
    expect((await verify(origin)).verified).toBe(3);
  });

  it.each<[what: string, answer: Answer, found: string]>([
    [
      "other content",
      (_, response) => response.end("x"),
      "digest-mismatch: the file has another digest: 2d71",
    ],
    [
      "no file",
      (_, response) => response.writeHead(404).end(),
      "asset-status: the server answered 404 instead",
    ],
    [
      "a part of it",
      (_, response) => response.writeHead(206).end("x"),
      "asset-status: the server answered 206",
    ],
    [
      "a redirect to another origin",
      (_, response) => response.writeHead(302, { location: "https://evil.example/x" }).end(),
      "asset-redirect: the server redirects to another origin, https://evil.example",
    ],
    [
      "a redirect to another port",
      (_, response) => response.writeHead(307, { location: "http://127.0.0.1:1/x" }).end(),
      "asset-redirect: the server redirects to another origin, http://127.0.0.1:1",
    ],
    [
      "redirects without end",
      ({ url }, response) => response.writeHead(302, { location: `${url}x` }).end(),
      "asset-redirect: the server redirects more than 5 times",
    ],
    [
      "a file that is too large",
      (_, response) => response.end("x".repeat(2000)),
      "asset-too-large: the file is larger than 1000 bytes",
    ],
    [
      "a body without end",
      (_, response) => {
        const more = (): void => {
          if (!response.destroyed) response.write("x".repeat(1e5), more);
        };
        more();
      },
      "asset-too-large: the file is larger than 1000 bytes",
    ],
    [
      "a body that stops",
      (_, response) => response.writeHead(200).write("export"),
      "asset-late: the server didn't send the file within 300 ms",
    ],
    ["nothing at all", () => {}, "asset-late: the server didn't send the file within 300 ms"],
    [
      "a broken connection",
      (_, response) => response.destroy(),
      "asset-unreachable: the server can't be reached, or broke off",
    ],
  ])("finds %s", async (_what, answer, found) => {
    // The deadline of the container is over when it is requested, if that is what the case is about.
    const deadlines: AbortController[] = [];
    const isLate = found.startsWith("asset-late");
    const origin = await serve(
      special((request, response) => {
        answer(request, response);
        if (isLate) deadlines[1]?.abort();
      }),
    );
    const deadline = (): AbortSignal => {
      const controller = new AbortController();
      deadlines.push(controller);
      return controller.signal;
    };
    const result = await verify(origin, { maxFile: 1000, timeout: 300, deadline });
    expect(result.verified).toBe(2);
    expect(result.found).toEqual([expect.stringContaining(found)]);
  });

  it("gives up on a server that never answers", async () => {
    const { found } = await verify(await serve(() => {}), { timeout: 1 });
    expect(found).toEqual(Array(3).fill(expect.stringContaining("asset-late")));
  });

  it("follows a redirect to the same origin", async () => {
    const origin = await serve(({ url = "" }, response) =>
      url.endsWith("?moved")
        ? response.end(fileContent(url.slice(0, -6)))
        : response.writeHead(302, { location: `${url}?moved` }).end(),
    );
    expect((await verify(origin)).verified).toBe(3);
  });

  it("stops when it is told to", async () => {
    const stop = new AbortController();
    const origin = await serve(() => stop.abort());
    await expect(verify(origin, { signal: stop.signal })).rejects.toMatchObject({ code: "interrupted" });
  });

  it.each(["ftp://a.example/", "https://u:p@a.example/", "https://a.example/?x", "nonsense"])(
    "refuses the URL %s",
    async (url) => {
      await expect(verify(url)).rejects.toMatchObject({ code: "options-conflict" });
    },
  );
});
