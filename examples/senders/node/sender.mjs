import { createApplications } from "./applications.mjs";
import { createClock } from "./clock.mjs";
import { createControl } from "./control.mjs";
import { createDeliveries } from "./deliveries.mjs";
import { createEndpoints } from "./endpoints.mjs";
import { createEvents } from "./events.mjs";
import { createJournal } from "./journal.mjs";
import { createVerifications } from "./verification.mjs";

/** A sender of webhooks with everything in memory, and the server of its control. */
export function createSender(start = Date.now()) {
  const clock = createClock(start);
  const journal = createJournal();
  const audit = [];
  const applications = createApplications();
  const verifications = createVerifications({ clock, journal });
  const endpoints = createEndpoints({ verifications, journal });
  const deliveries = createDeliveries({ clock, journal });
  const events = createEvents({ deliveries, journal, audit, clock });
  /** Everything that was stored or logged, as text. */
  const written = () => {
    const stored = deliveries.all.map(({ application, ...rest }) => ({
      ...rest,
      endpoint: application.endpoint,
    }));
    return [...journal.lines, JSON.stringify(stored), JSON.stringify(audit)].join("\n");
  };
  const sender = {
    clock,
    journal,
    audit,
    applications,
    verifications,
    endpoints,
    deliveries,
    events,
    written,
  };
  return { ...sender, server: createControl(sender) };
}
