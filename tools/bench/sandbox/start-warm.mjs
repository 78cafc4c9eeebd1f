// Starts one sandbox after the other in memory, as tests do, and reports how long each but the first took.
import { startSandbox } from "@oipkit/sandbox";
import { answerMessages } from "../delivery/process.mjs";

const { rounds } = JSON.parse(process.argv[2]);
answerMessages({});
const times = [];
for (let round = 0; round <= rounds; round++) {
  const started = performance.now();
  const sandbox = await startSandbox();
  const time = performance.now() - started;
  await sandbox.close();
  if (round > 0) times.push(time);
}
process.send({ kind: "times", times });
