import { createServer, type request as httpRequest, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { numbersProxy } from "../../support/commands/mock/numbers-proxy.js";

const json = { "content-type": "application/json" };

describe("what passes through a proxy", () => {
  it("is the length of HEAD and of 304 as the server says it", async () => {
    const { ask, findings } = await numbersProxy(({ method }, response) => {
      response
        .writeHead(method === "HEAD" ? 200 : 304, { ...json, "content-length": "13", etag: '"v1"' })
        .end();
    });
    const head = await ask({ method: "HEAD" });
    expect([head.headers["content-length"], head.headers.etag]).toEqual(["13", '"v1"']);
    expect((await ask()).headers["content-length"]).toBe("13");
    expect(await findings()).toEqual(["answer status status-undeclared"]);
  });

  it("is every header, in order, in its case and as often as it was sent", async () => {
    let received: readonly string[] = [];
    const { ask } = await numbersProxy(({ rawHeaders }, response) => {
      received = rawHeaders;
      response.sendDate = false;
      const lines = [
        "X-b",
        "1",
        "set-Cookie",
        "a=1",
        "x-A",
        "caf\u00e9",
        "Set-Cookie",
        "b=2",
        "Content-Length",
        "0",
      ];
      response.writeHead(200, "Fine Indeed", lines).end();
    });
    const lines = [
      "Host",
      "x.example",
      "X-Two",
      "1",
      "accept-encoding",
      "gzip, zstd",
      "x-two",
      "2",
      "User-AGENT",
      "me",
    ];
    const answer = await ask({ headers: lines });
    expect(answer.statusMessage).toBe("Fine Indeed");
    expect(answer.rawHeaders.slice(0, 10)).toEqual([
      ...["X-b", "1", "set-Cookie", "a=1", "x-A", "caf\u00e9", "Set-Cookie", "b=2", "Content-Length", "0"],
    ]);
    expect(received.filter((_, at) => at !== 1).slice(0, 9)).toEqual(lines.filter((_, at) => at !== 1));
    expect(received[1]).toMatch(/^127\.0\.0\.1:\d+$/);
  });

  it("is a compressed body as it is, which is decoded to be judged", async () => {
    const bodies = [
      gzipSync('"text"'),
      gzipSync("12"),
      Buffer.from("12"),
      gzipSync(`"${"x".repeat(5_000_000)}"`),
    ];
    const sent = [...bodies];
    const { ask, findings } = await numbersProxy((_, response) => {
      response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(sent.shift());
    });
    for (const body of bodies) {
      const answer = await ask({ headers: { "accept-encoding": "gzip" } });
      expect(answer.headers["content-encoding"]).toBe("gzip");
      expect((await buffer(answer)).equals(body)).toBe(true);
    }
    expect([...(await findings())].sort()).toEqual([
      "answer body body-unchecked",
      "answer body content-encoding",
      "answer body type",
    ]);
  });

  it("is each trailer of a request and of an answer", async () => {
    const { ask } = await numbersProxy((request, response) => {
      response.writeHead(200, { ...json, trailer: "X-Sum" });
      request.resume().on("end", () => {
        response.write("1");
        response.addTrailers([["X-Sum", `got ${request.rawTrailers.join("=")}`]]);
        response.end();
      });
    });
    const answer = await ask(
      { method: "POST", headers: { ...json, trailer: "x-T", te: "trailers" } },
      (sent) => {
        sent.write("1");
        sent.addTrailers([["x-T", "7"]]);
        sent.end();
      },
    );
    expect([String(await buffer(answer)), answer.rawTrailers]).toEqual(["1", ["X-Sum", "got x-T=7"]]);
  });

  it("is what a server says before its answer", async () => {
    const { ask } = await numbersProxy((_, response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: "</a.css>; rel=preload" }, () =>
        response.writeHead(200, json).end("1"),
      );
    });
    const before: unknown[] = [];
    await ask({}, (sent) => {
      sent.on("information", ({ statusCode, headers }) => before.push([statusCode, headers]));
      sent.end();
    });
    expect(before).toEqual([
      [102, {}],
      [103, { link: "</a.css>; rel=preload" }],
    ]);
  });

  it.each([true, false])("is the server's word on `Expect: 100-continue`; it goes on: %s", async (goesOn) => {
    let bodies = 0;
    const real = createServer();
    real.on("checkContinue", (request: IncomingMessage, response) => {
      request.on("data", () => bodies++);
      if (!goesOn) return response.writeHead(401, json).end("1");
      response.writeContinue();
      request.on("end", () => response.writeHead(200, json).end("1"));
    });
    const { ask } = await numbersProxy(real);
    const answer = await ask(
      { method: "POST", headers: { ...json, expect: "100-continue", "content-length": 1 } },
      (sent) => {
        sent.on("continue", () => sent.end("1"));
        sent.flushHeaders();
      },
    );
    expect([answer.statusCode, bodies]).toEqual(goesOn ? [200, 1] : [401, 0]);
  });

  it("is an answer that begins before the request has ended, piece by piece, both ways", async () => {
    const { ask, findings } = await numbersProxy((request, response) => {
      response.writeHead(200, json);
      request.pipe(response);
    });
    let sending: ReturnType<typeof httpRequest> | undefined;
    const answer = await ask({ method: "POST", headers: json }, (sent) => {
      sending = sent;
      sent.write("1");
    });
    let got = "";
    answer.on("data", (piece) => {
      got += String(piece);
    });
    for (const expected of ["12", "123", "1234"]) {
      sending?.write(expected.slice(-1));
      await expect.poll(() => got).toBe(expected);
    }
    sending?.end();
    await expect.poll(() => answer.complete).toBe(true);
    expect(await findings()).toEqual([]);
  });

  it("is a body of any size, and one that is too large to be judged is said to be", async () => {
    const large = "1".repeat(3_000_000);
    const { ask, findings } = await numbersProxy(async (request, response) => {
      const { length } = await buffer(request);
      response.writeHead(
        200,
        request.method === "GET" ? { "content-type": "application/octet-stream" } : json,
      );
      response.end(length === large.length ? large : length.toString());
    });
    const answer = await ask({ method: "POST", headers: json }, (sent) => void sent.end(large));
    expect((await buffer(answer)).length).toBe(large.length);
    expect(await findings()).toEqual(["request body body-unchecked", "answer body body-unchecked"]);
    expect((await ask({ path: "/file" })).statusCode).toBe(200);
    expect(await findings()).toHaveLength(2);
  });

  it("is the same if violations are refused, except what breaks the contract", async () => {
    let reached = 0;
    const { ask, findings } = await numbersProxy(
      async (request, response) => {
        reached++;
        const body = String(await buffer(request));
        response.writeHead(200, { ...json, trailer: "X-Sum" });
        response.write(body);
        response.addTrailers([["X-Sum", "1"]]);
        response.end();
      },
      { errors: true },
    );
    const post = { method: "POST", headers: { ...json, expect: "100-continue" } };
    const right = await ask(post, (sent) => void sent.end("17"));
    expect([right.statusCode, String(await buffer(right)), right.rawTrailers]).toEqual([
      200,
      "17",
      ["X-Sum", "1"],
    ]);
    expect((await ask(post, (sent) => void sent.end('"a"'))).statusCode).toBe(422);
    expect(reached).toBe(1);
    const large = "1".repeat(2_000_000);
    const passed = await ask(post, (sent) => void sent.end(large));
    expect([passed.statusCode, (await buffer(passed)).length]).toEqual([200, large.length]);
    const wrong = await ask({ method: "POST" });
    expect([wrong.statusCode, JSON.parse(String(await buffer(wrong))).code]).toEqual([502, "answer-invalid"]);
    expect(await findings()).toEqual([
      "request body type",
      "request body body-unchecked",
      "answer body body-unchecked",
      "answer body body-missing",
    ]);
  });
});
