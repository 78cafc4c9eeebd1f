import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startProcess } from "../delivery/process.mjs";
import { startCommand } from "./command.mjs";
import { loadOf } from "./load.mjs";

const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url));
const path = "/open-platform/v1/products";

/** Requests at once, each on a connection of its own. */
export const connections = 32;

/**
 * @typedef {object} Series
 * @property {string} id
 * @property {string} label
 * @property {number[]} rates requests per second
 * @property {number[]} p50 milliseconds
 * @property {number[]} p99 milliseconds
 */

/**
 * Authorized requests for the catalog, answered by the sandbox, and by a route that only verifies the token and answers the same.
 * @param {{ readonly scratch: string, readonly signal: AbortSignal }} around
 * @param {{ readonly rounds: number, readonly requests: number }} size
 * @returns {Promise<readonly Series[]>}
 */
export async function measureReading({ scratch, signal }, { rounds, requests }) {
  const cwd = join(scratch, "reading");
  const args = ["--store", "memory", "--data", await dataWithoutQuota(cwd)];
  const sandbox = await startCommand(args, { cwd, signal });
  try {
    const { SERVICE_API_BASE: api, SERVICE_IDENTITY_ISSUER: issuer, ...client } = sandbox.printed.environment;
    const authorization = `Bearer ${await tokenFor(issuer, client)}`;
    const content = await contentOf(`${api}${path}`, authorization);
    const bare = startProcess(fileOf("bare-server.mjs"), { issuer, path, content }, signal);
    try {
      const { port } = await bare.message("listening");
      const bareApi = `http://127.0.0.1:${port}`;
      if ((await contentOf(`${bareApi}${path}`, authorization)) !== content)
        throw new Error("both servers should answer the same");
      const measure = (address, count) => loadOf(address, { path, authorization, connections, count });
      const all = [
        { id: "bare", label: "bare Hono route, jose", address: bareApi },
        { id: "sandbox", label: "oipkit sandbox", address: api },
      ].map((one) => ({ ...one, rates: [], p50: [], p99: [] }));
      for (const { address } of all) await measure(address, Math.ceil(requests / 4));
      for (let round = 1; round <= rounds; round++) {
        for (const series of round % 2 === 0 ? all.toReversed() : all) {
          const { rate, p50, p99 } = await measure(series.address, requests);
          process.stderr.write(`reading, round ${round}: ${series.label}: ${Math.round(rate)}/s\n`);
          series.rates.push(rate);
          series.p50.push(p50);
          series.p99.push(p99);
        }
      }
      return all;
    } finally {
      await bare.end();
    }
  } finally {
    await sandbox.stop();
  }
}

/** The sandbox's own products, but with a quota that the load doesn't reach. */
async function dataWithoutQuota(cwd) {
  const folder = join(cwd, "data");
  await mkdir(folder, { recursive: true });
  const seed = await readFile(fileOf("../../../contracts/sandbox/seed.yaml"), "utf8");
  await writeFile(join(folder, "seed.yaml"), seed.replaceAll(/requests: \d+/g, "requests: 1000000000"));
  return folder;
}

async function tokenFor(issuer, { CLIENT_ID, CLIENT_SECRET }) {
  const response = await fetch(`${issuer}/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      scope: "commerce.catalog.read",
    }),
  });
  const { access_token: token } = await response.json();
  if (!response.ok) throw new Error(`the token endpoint answers ${response.status}`);
  return token;
}

async function contentOf(url, authorization) {
  const response = await fetch(url, { headers: { authorization } });
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${await response.text()}`);
  return response.text();
}
