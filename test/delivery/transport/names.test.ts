import { expect, it } from "vitest";
import type { Lookup } from "../../../delivery/transport/connector.js";
import { request, serve, summary, transportWith } from "../../support/delivery/transport/servers.js";

const url = "https://hook.example/";
const post = async (lookup: Lookup, changes = {}) =>
  transportWith({ lookup, connectTimeoutMs: 300 }).post({ ...request, url, ...changes });

it.each([
  ["a loopback address", ["127.0.0.1"]],
  ["a link-local address", ["169.254.169.254"]],
  ["a private address", ["93.184.216.34", "10.0.0.1"]],
  ["a reserved address", ["2606:4700::1", "::ffff:10.0.0.1"]],
  ["no IP address", ["127.1"]],
])("refuses a name that leads to %s, even if other addresses are fine", async (problem, addresses) => {
  const result = await post(async () => addresses);
  expect(result).toMatchObject({ code: "address-refused", reason: `the host's name leads to ${problem}` });
});

it("doesn't connect where a second look-up leads", async () => {
  let requests = 0;
  const { port } = await serve((_, answer) => {
    requests++;
    answer.end();
  });
  const answers = [["192.0.2.1"], ["127.0.0.1"], ["127.0.0.1"]];
  let asked = 0;
  const transport = transportWith({ lookup: async () => answers[asked++] ?? [] });
  const rebound = { ...request, url: `https://hook.example:${port}/` };
  for (let index = 0; index < 3; index++)
    expect(summary(await transport.post(rebound))).toBe("address-refused");
  expect(asked).toBe(3);
  expect(requests).toBe(0);
});

it("connects to an allowed name at the address that the look-up gives", async () => {
  const { port } = await serve((asked, answer) => answer.end(asked.headers.host));
  const host = `inside.example:${port}`;
  const transport = transportWith({ lookup: async () => ["127.0.0.1"], allowedHosts: [host] });
  expect(summary(await transport.post({ ...request, url: `http://${host}/` }))).toBe(`200 ${host}`);
  const others = transportWith({ lookup: async () => ["169.254.169.254"], allowedHosts: [host] });
  expect(summary(await others.post({ ...request, url: `http://${host}/` }))).toBe("address-refused");
});

it("says that a name has no address, however the look-up says so", async () => {
  expect(summary(await post(async () => []))).toBe("name-unresolved");
  expect(summary(await post(() => Promise.reject(new Error("queryA ENOTFOUND"))))).toBe("name-unresolved");
  const thrown: Lookup = () => {
    throw new Error("broken");
  };
  expect(summary(await post(thrown))).toBe("name-unresolved");
});

it("waits for a look-up no longer than for anything else", async () => {
  const never: Lookup = () => new Promise(() => {});
  expect(summary(await post(never, { timeoutMs: 100 }))).toBe("timed-out");
  expect(summary(await post(never))).toBe("timed-out");
});
