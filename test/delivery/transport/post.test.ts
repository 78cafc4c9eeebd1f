import { expect, it } from "vitest";
import { request, serve, summary, transportWith } from "../../support/delivery/transport/servers.js";

it("posts bytes and returns the answer", async () => {
  const seen: unknown[] = [];
  const { url, host } = await serve((asked, answer) => {
    const { "x-id": id, "accept-encoding": encoding, "content-length": length } = asked.headers;
    asked.on("data", (chunk) => seen.push(asked.method, asked.url, id, encoding, length, String(chunk)));
    asked.on("end", () => answer.writeHead(201, { "X-A": ["1", "2"] }).end("fine"));
  });
  const body = Buffer.from('{"a":"ü"}\n');
  const result = await transportWith({ allowedHosts: [host] }).post({
    ...request,
    url,
    body,
    headers: { "X-Id": "1" },
  });
  expect(result).toMatchObject({ kind: "answered", status: 201, truncated: false });
  expect(result).toHaveProperty(["headers", "x-a"], "1, 2");
  expect(summary(result)).toBe("201 fine");
  expect(seen).toEqual(["POST", "/hook?a=1", "1", "identity", "11", '{"a":"ü"}\n']);
});

it("doesn't follow a redirect, wherever it leads", async () => {
  const requests: unknown[] = [];
  const { url, host } = await serve((asked, answer) => {
    requests.push(asked.url);
    answer.writeHead(307, { location: "http://169.254.169.254/latest/meta-data" }).end();
  });
  expect(summary(await transportWith({ allowedHosts: [host] }).post({ ...request, url }))).toBe("307 ");
  expect(requests).toEqual(["/hook?a=1"]);
});

it("refuses hosts that aren't allowed, also another port of an allowed one", async () => {
  let requests = 0;
  const { url, port } = await serve((_, answer) => {
    requests++;
    answer.end();
  });
  const transport = transportWith({ allowedHosts: [`127.0.0.1:${port - 1}`] });
  for (const refused of [url, url.replace("http:", "https:"), url.replace("127.0.0.1", "[::ffff:127.0.0.1]")])
    expect(summary(await transport.post({ ...request, url: refused }))).toBe("address-refused");
  expect(requests).toBe(0);
});

it("ends early when it is told to, before and after the request went out", async () => {
  const stop = new AbortController();
  const { url, host } = await serve(() => stop.abort());
  const transport = transportWith({ allowedHosts: [host] });
  expect(summary(await transport.post({ ...request, url, signal: stop.signal }))).toBe("aborted");
  expect(summary(await transport.post({ ...request, url, signal: stop.signal }))).toBe("aborted");
});

it("fails without an exception on a header that HTTP doesn't have", async () => {
  const { url, host } = await serve((_, answer) => answer.end());
  const transport = transportWith({ allowedHosts: [host] });
  const headers = { "x-id": "1\r\nx-other: 2" };
  expect(summary(await transport.post({ ...request, url, headers }))).toBe("network-failed");
});

it("takes no request once it is closed, and waits for those under way", async () => {
  const { url, host } = await serve((_, answer) => setImmediate(() => answer.end("late")));
  const transport = transportWith({ allowedHosts: [host] });
  const underWay = transport.post({ ...request, url });
  const closed = transport.close();
  expect(summary(await underWay)).toBe("200 late");
  await closed;
  expect(summary(await transport.post({ ...request, url }))).toBe("aborted");
});
