// An engine in a process of its own, which is killed: publishes events from a number on, and says which are published.
import { createDelivery, openPostgresStore, openSqliteStore } from "@oipkit/delivery";
import { protocol } from "@oipkit/sdk/events/protocol.js";
import { validateEvent } from "@oipkit/sdk/validators/events.js";

const { place, schema, url, first, count, owner, event: template } = JSON.parse(process.argv[2]);
const store = place.startsWith("postgres:")
  ? await openPostgresStore({ connectionString: place, schema })
  : await openSqliteStore({ file: place });
const application = template.data.open_platform_application_id;
const type = template.event_type;
const delivery = createDelivery({
  protocol,
  store,
  validate: validateEvent,
  eventTypes: [type],
  keyRing: { keys: [{ id: "test", bytes: Buffer.alloc(32, 7) }] },
  allowedHosts: [new URL(url).host],
  directory: {
    application: () => ({
      id: application,
      organization: "org-1",
      environment: template.data.environment,
      active: true,
      grantedEventTypes: [type],
      grantedCallbackTypes: [],
    }),
  },
  settings: {
    leaseMs: 2000,
    timeoutMs: 1000,
    pollMs: 50,
    pauseAfter: 0,
    retryDelaysMs: [50, 100, 200, 400, 800, 1000, 1000],
    circuitBaseMs: 50,
    circuitMaxMs: 500,
  },
  owner,
  maxAttempts: 50,
});
await delivery.credentials.ensure(application, { actor: "test" });
delivery.start();
for (let number = first; number < first + count; number += 10) {
  const numbers = Array.from({ length: Math.min(10, first + count - number) }, (_, index) => number + index);
  const outcomes = await Promise.all(
    numbers.map((each) => delivery.publish({ ...template, event_id: `evt-${each}` }, { application })),
  );
  for (const { kind, eventId } of outcomes) if (kind === "published") process.stdout.write(`${eventId}\n`);
}
