import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { createJiti } from "jiti";

const jiti = createJiti(import.meta.url);
const { mutants } = await jiti.import("../../test/support/commands/conform/mutants/all.ts");
const { openWorkshop } = await jiti.import("../../test/support/commands/conform/mutants/workshop.ts");

/** The credentials of the receiver, for those who send to it, too. */
export const credentials = {
  WEBHOOK_SECRET: "readme-signing-51c7",
  WEBHOOK_VERIFICATION_TOKEN: "readme-verification-d08e",
};

/**
 * Starts the plain Node.js receiver with the faults of these mutants, on free ports of 127.0.0.1.
 * Returns its `url`, its `probeUrl`, and `stop`.
 */
export async function startFaultyReceiver(names) {
  const workshop = openWorkshop();
  const edits = {};
  for (const mutant of names.map((name) => mutants.find((each) => each.name === name)))
    for (const [file, changes] of Object.entries(mutant.edits))
      edits[file] = [...(edits[file] ?? []), ...changes];
  const program = workshop.make({ name: "faulty", clause: "", mistake: "", edits });
  const flags = [
    "--application",
    "app_example",
    "--environment",
    "sandbox",
    "--port",
    "0",
    "--probe-port",
    "0",
  ];
  const child = spawn(process.execPath, [program, ...flags], {
    env: { ...process.env, ...credentials },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const stop = async () => {
    if (child.exitCode === null && child.kill()) await once(child, "exit");
    workshop.remove();
  };
  let probeUrl;
  for await (const line of createInterface({ input: child.stdout })) {
    probeUrl ??= /^probe on (\S+)$/.exec(line)?.[1];
    const url = /^listening on (\S+)$/.exec(line)?.[1];
    if (url !== undefined) {
      child.stdout.resume();
      return { url, probeUrl, stop };
    }
  }
  await stop();
  throw new Error("the receiver doesn't start");
}
