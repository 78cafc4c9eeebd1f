// A process with a sandbox whose clock stands still; told what to do by messages.
import { readFileSync } from "node:fs";
import { startSandbox } from "@oipkit/sandbox";
import { answerMessages } from "../delivery/process.mjs";

const { file, url, isCommand } = JSON.parse(process.argv[2]);
const dayMs = 86_400_000;
const start = Date.UTC(2026, 0, 5, 9, 30);
const application = "app_bench";
const actor = "bench";
const failures = [];
const sandbox = await startSandbox({
  file,
  smallHeap: isCommand,
  clock: { start, frozen: true },
  onFailure: (failure) => failures.push(failure),
});

function register(draft) {
  draft.put("application", {
    id: application,
    name: "Bench",
    slug: "bench",
    environment: "sandbox",
    owner: "per_ada",
    organization: "org_acme",
    status: "active",
    revision: 1,
  });
  draft.put("permission", {
    id: `${application}/application/commerce`,
    application,
    environment: "sandbox",
    identity: "application",
    product: "commerce",
    state: "enabled",
    scopes: [],
    binding: "bound",
    revision: 1,
    requestedAt: draft.now,
  });
}

function found(draft, number) {
  const id = draft.newId("org");
  const name = { en: `Organization ${number}`, zh: `组织 ${number}` };
  draft.put("organization", { id, name, kind: "enterprise", status: "active" });
  return id;
}

async function saveEndpoint() {
  const { credentials, endpoints } = sandbox.deliveries.engine;
  for (const version of await credentials.ensure(application, { actor }))
    await credentials.confirm(version, { actor });
  const test = await endpoints.test(application, url);
  if (!test.verified) throw new Error(test.reason);
  const { proof, revision } = test;
  const granted = sandbox.world.view.get("apiProduct", "commerce").eventTypes;
  // Those of subscriptions and access; payments have others for each period.
  const eventTypes = granted.filter((type) => type.startsWith("oem."));
  await endpoints.save({ application, url, eventTypes, proof, revision, operationId: "save", actor });
}

answerMessages({
  /** An application that gets all events, and so many organizations that each buy a plan with a trial at the same time. */
  async buy({ count }) {
    const { world, commerce } = sandbox;
    await world.run(register, undefined);
    await saveEndpoint();
    await Promise.all(
      Array.from({ length: count }, async (_, number) => {
        const organization = await world.run(found, number);
        const plan = { application, organization, product: "notes", plan: "notes-team" };
        const { session } = await world.run(commerce.startCheckout, plan);
        await world.run(commerce.completeCheckout, { session: session.id });
      }),
    );
    await sandbox.settle();
  },
  async advance({ days }) {
    const started = performance.now();
    const { timers } = await sandbox.advance(start + days * dayMs);
    const seconds = (performance.now() - started) / 1000;
    if (failures.length > 0) throw failures[0];
    const rows = sandbox.store.db.selectFrom("deliveries").select(({ fn }) => fn.countAll().as("count"));
    const { count } = await rows.executeTakeFirstOrThrow();
    return { seconds, timers, emitted: Number(count), peak: peakMegabytes() };
  },
});
process.send({ kind: "ready" });

/** The most memory that was resident, in megabytes. */
function peakMegabytes() {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"));
  return (Number(kilobytes) * 1024) / 1e6;
}
