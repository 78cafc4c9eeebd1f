// node start.mjs NAME [--fault ID] [--port N]: starts a server and prints `ready` with an object: url, document, identities.
// node start.mjs --list [--kept-aside]: prints the faults, one object per line; those that are kept aside by numbers, without their texts.
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
    for (const [index, { server, kind, severity }] of keptAside.entries())
      console.log(JSON.stringify({ id: `kept-aside-${index + 1}`, server, kind, severity }));
  else for (const fault of faults) console.log(JSON.stringify(fault));
}

async function start() {
  const [name] = positionals;
  if (!serverNames.includes(name)) fail(`name a server: ${serverNames.join(", ")}`);
  const fault = findFault(values.fault);
  if (values.fault !== undefined && fault === undefined) fail(`there is no fault ${values.fault}`);
  if (fault !== undefined && fault.server !== name) fail(`${values.fault} is a fault of ${fault.server}`);
  const server = await startServer(name, fault, { port: Number(values.port) });
  const end = async () => {
    await server.close();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, end);
  const { url, document, identities } = server;
  console.log(`ready ${JSON.stringify({ url, document, identities })}`);
}

/** A fault by its id, or by its number if it is kept aside: its id would say what it is. */
function findFault(name) {
  const number = /^kept-aside-([1-9]\d*)$/.exec(name ?? "")?.[1];
  return number === undefined ? faults.find(({ id }) => id === name) : keptAside[number - 1];
}

function fail(message) {
  console.error(message);
  process.exit(2);
}
