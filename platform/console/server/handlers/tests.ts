import type { Handlers } from "../api/operation.js";
import type { Schemas } from "../api/schemas.js";
import type { ConsoleContext } from "../context.js";
import { unwrap } from "../create-control.js";
import { ownApplication, type Viewer } from "../viewer.js";

type Ids = "readEventTests" | "sendTestEvent" | "readTestEvent" | "sendTestCallback";

const recentTests = 20;

/** The operations of event tests and callback tests (§6.7, §6.8). */
export function testHandlers(context: ConsoleContext): Handlers<Ids> {
  const { control } = context;
  const own = async (viewer: Viewer, id: string): Promise<{ application_id: string }> => {
    await ownApplication(context, viewer, id);
    return { application_id: id };
  };
  return {
    async readEventTests({ path: { application_id }, viewer }) {
      const of = await own(viewer, application_id);
      const [types, ready, { deliveries }] = await Promise.all([
        unwrap(control.webhook.listEventTypes()),
        unwrap(control.webhook.readTestReadiness(of)),
        unwrap(control.deliveries.list({ ...of, kind: "test", limit: recentTests })),
      ]);
      const { event_types, event_problems, callback_types, callback_problems } = ready;
      return {
        revision: ready.revision,
        event_tests: shown(types.event_types, event_types, event_problems),
        callback_tests: shown(types.callback_types, callback_types, callback_problems),
        recent: deliveries,
      };
    },
    async sendTestEvent({ path, body, viewer }) {
      return await unwrap(
        control.webhook.sendTestEvent({ ...(await own(viewer, path.application_id)), body }),
      );
    },
    async readTestEvent({ path, viewer }) {
      await own(viewer, path.application_id);
      return await unwrap(control.webhook.readTestEvent(path));
    },
    async sendTestCallback({ path, body, viewer }) {
      return await unwrap(
        control.webhook.sendTestCallback({ ...(await own(viewer, path.application_id)), body }),
      );
    },
  };
}

function shown(
  known: readonly Schemas["SandboxEventTypeDetails"][],
  ...[types, problems]: readonly [readonly string[], readonly Schemas["SandboxTestProblem"][]]
): Schemas["Testable"][] {
  return known
    .filter(({ event_type }) => types.includes(event_type))
    .map(({ event_type, title, description, clause }) => ({
      event_type,
      title,
      description,
      clause,
      ready: problems.length === 0,
      problems: [...problems],
    }));
}
