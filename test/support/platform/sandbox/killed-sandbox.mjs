// A sandbox in a process of its own, which is killed: runs commands one after the other and says which were answered.
import { startSandbox } from "@oipkit/sandbox";

const [store, first] = process.argv.slice(2);
const sandbox = await startSandbox({ ...JSON.parse(store), seed: "killed" });
const found = (draft, name) => {
  const id = draft.newId("org");
  draft.put("organization", { id, name: { en: name, zh: name }, kind: "enterprise", status: "active" });
  draft.schedule({ kind: "organization", id, name: "never", at: draft.now + 1e12 });
  return id;
};
let number = Number(first);
const work = async () => {
  for (;;) {
    number += 1;
    const name = `organization ${number}`;
    const id = await sandbox.world.run(found, name);
    process.stdout.write(`${JSON.stringify({ id, name })}\n`);
  }
};
await Promise.all([work(), work(), work()]);
