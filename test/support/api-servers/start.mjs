// node start.mjs NAME [--fault ID] [--port N]: starts a server and prints `ready` with an object: url, document, identities.
// node start.mjs --list [--kept-aside]: prints the faults, one object per line; those that are kept aside without their texts.
import { parseArgs } from "node:util";
import { createJiti } from "jiti";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fault: { type: "string" },
    port: { type: "string", default: "0" },
    list: { type: "boolean" },
    "kept-aside": { type: "boolean" },
  },
});

const jiti = createJiti(import.meta.url);
const { faults } = await jiti.import("./faults/all.ts");
const { keptAside } = await jiti.import("./kept-aside.ts");
const { serverNames, startServer } = await jiti.import("./start-server.ts");

if (values.list) list();
else await start();

function list() {
  if (values["kept-aside"])
    for (const { id, server, kind, severity } of keptAside)
      console.log(JSON.stringify({ id, server, kind, severity }));
  else for (const fault of faults) console.log(JSON.stringify(fault));
}

async function start() {
  const [name] = positionals;
  if (!serverNames.includes(name)) fail(`name a server: ${serverNames.join(", ")}`);
  const fault = [...faults, ...keptAside].find(({ id }) => id === values.fault);
  if (values.fault !== undefined && fault === undefined) fail(`there is no fault ${values.fault}`);
  const server = await startServer(name, fault, { port: Number(values.port) });
  const end = async () => {
    await server.close();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, end);
  const { url, document, identities } = server;
  console.log(`ready ${JSON.stringify({ url, document, identities })}`);
}

function fail(message) {
  console.error(message);
  process.exit(2);
}
