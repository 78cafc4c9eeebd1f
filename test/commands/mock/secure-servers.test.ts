// @needs openssl
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { closeServer, listen } from "@oipkit/runtime/adapters/node-server";
import { expect, it } from "vitest";
import { afterThisTest } from "../../support/clean-up.js";
import { startedCommand } from "../../support/cli/started-command.js";
import { pets } from "../../support/commands/mock/pets.js";
import { contractFolder } from "../../support/generator/emit/contract-folder.js";

/** A server of pets with a certificate of its own for 127.0.0.1, and the folder that has it. */
async function secureServer() {
  const cwd = await contractFolder({ "api.yaml": pets });
  const [key, cert] = [join(cwd, "key.pem"), join(cwd, "cert.pem")];
  const made = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2".split(" ");
  const name = ["-subj", "/CN=pets.test", "-addext", "subjectAltName=IP:127.0.0.1"];
  execFileSync("openssl", [...made, ...name, "-keyout", key, "-out", cert], { stdio: "ignore" });
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  const server = createServer(pair, ({ headers }, response) => {
    response.writeHead(200, { "content-type": "application/json", "x-asked": String(headers.host) });
    response.end('[{"id":1,"name":"Tom"}]');
  });
  server.on("tlsClientError", () => {});
  const port = await listen(server, { port: 0 });
  afterThisTest(() => closeServer(server, 0));
  return { cwd, cert, host: `127.0.0.1:${port}` };
}

async function started({ cwd, host }: { cwd: string; host: string }, env: Readonly<Record<string, string>>) {
  const command = startedCommand(
    { cwd, env },
    ...["mock", "api.yaml", "--port", "0", "--proxy", `https://${host}`],
  );
  const [, url = ""] = await command.until(/listening on (http:\/\/[\d.:]+):/);
  return { ...command, url };
}

it("a server behind TLS is reached if NODE_EXTRA_CA_CERTS has its certificate", async () => {
  const real = await secureServer();
  const { url, out } = await started(real, { NODE_EXTRA_CA_CERTS: real.cert });
  const answer = await fetch(`${url}/pets`);
  expect([answer.status, await answer.json()]).toEqual([200, [{ id: 1, name: "Tom" }]]);
  expect(answer.headers.get("x-asked")).toBe(real.host);
  expect(out()).toBe("");
});

it("a certificate that nobody vouches for is refused, and the finding says so", async () => {
  const { url, until } = await started(await secureServer(), {});
  expect((await fetch(`${url}/pets`)).status).toBe(502);
  await until(/upstream-unreachable\n.*\(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
});
