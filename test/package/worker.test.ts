import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, inject } from "vitest";
import { describeDeployed } from "../support/package/deployed.js";
import {
  builtExamples,
  folderWith,
  type Started,
  settings,
  startProgram,
} from "../support/package/frameworks.js";
import { programOutput } from "../support/package/run.js";

const installation = inject("installation");
let server: Started | undefined;
afterAll(() => server?.stop());

/** The configuration that `wrangler` would generate with `nodejs_compat`. */
const config = `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-01-01",
  compatibilityFlags = ["nodejs_compat"],
  bindings = [${Object.keys(settings)
    .map((name) => `(name = "${name}", fromEnvironment = "${name}")`)
    .join(", ")}]
);
`;

describe("the example for workers, bundled and run in workerd", () => {
  beforeAll(async () => {
    const packages = ["workerd@1.20261117.1", "esbuild@0.28.1"];
    const folder = await folderWith(installation, "worker", packages);
    const entry = join(builtExamples, "worker.js");
    // Like wrangler: ESM, the conditions of a worker, and Node.js modules as externals.
    const bundle = [
      "--bundle",
      "--format=esm",
      "--conditions=workerd,worker",
      "--external:node:*",
      "--outfile=worker.js",
    ];
    await programOutput("npx", ["--no-install", "esbuild", entry, ...bundle], { cwd: folder });
    await writeFile(join(folder, "config.capnp"), config);
    // Starts the binary directly, since the package's script would add a process in between.
    const [platform, cpu] = [process.platform, process.arch === "x64" ? "64" : process.arch];
    const workerd = join(folder, `node_modules/@cloudflare/workerd-${platform}-${cpu}/bin/workerd`);
    const started = await startProgram(workerd, ["serve", "config.capnp", "--control-fd=1"], {
      cwd: folder,
      ready: /"event":"listen".*"port":(\d+)/,
    });
    server = { ...started, found: `http://127.0.0.1:${started.found}` };
  });

  describeDeployed(() => `${server?.found}/webhook`);
});
