// @needs openssl
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { listen, request, summary, transportWith } from "../../support/delivery/transport/servers.js";

let pair: { readonly key: string; readonly cert: string };

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), "oipkit-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const made = [
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
    "-nodes",
    "-days",
    "2",
  ];
  const name = ["-subj", "/CN=hook.example", "-addext", "subjectAltName=DNS:hook.example"];
  execFileSync("openssl", [...made, ...name, "-keyout", key, "-out", cert], { stdio: "ignore" });
  pair = { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
});

async function post(name: string, options: { ca?: string } = {}) {
  const server = createServer(pair, (asked, answer) => {
    const { servername } = asked.socket as typeof asked.socket & { servername?: string };
    asked.resume().on("end", () => answer.end(String(servername)));
  });
  server.on("tlsClientError", () => {});
  const { port } = await listen(server, "https");
  const host = `${name}:${port}`;
  const transport = transportWith({ ...options, allowedHosts: [host], lookup: async () => ["127.0.0.1"] });
  return [
    await transport.post({ ...request, url: `https://${host}/` }),
    await transport.post({ ...request, url: `https://${host}/` }),
  ];
}

it("sends to a server whose certificate is trusted and for its name", async () => {
  expect((await post("hook.example", { ca: pair.cert })).map(summary)).toEqual(
    Array(2).fill("200 hook.example"),
  );
});

it.each([
  ["isn't trusted", "hook.example", {}, /^TLS failed \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/],
  [
    "is for another name",
    "other.example",
    { trusted: true },
    /^TLS failed \(ERR_TLS_CERT_ALTNAME_INVALID\)$/,
  ],
])(
  "refuses a certificate that %s, each time",
  async (_, name, { trusted = false }: { trusted?: boolean }, reason) => {
    for (const result of await post(name, trusted ? { ca: pair.cert } : {})) {
      expect(summary(result)).toBe("tls-failed");
      expect(result.kind === "failed" && result.reason).toMatch(reason);
    }
  },
);

it("says that a server speaks no TLS", async () => {
  const { createServer: createPlain } = await import("node:http");
  const { port } = await listen(createPlain((_, answer) => answer.end()));
  const host = `hook.example:${port}`;
  const transport = transportWith({ allowedHosts: [host], lookup: async () => ["127.0.0.1"] });
  expect(summary(await transport.post({ ...request, url: `https://${host}/` }))).toBe("tls-failed");
});
