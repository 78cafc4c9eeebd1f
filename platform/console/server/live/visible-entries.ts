import { ownApplications } from "../access/own-application.js";
import { type Viewer, viewerOf } from "../access/viewer.js";
import type { Schemas } from "../api/schemas.js";
import type { ConsoleContext } from "../context.js";
import type { LogEntry } from "./log-feed.js";

/** Which entries somebody may see, asked again and again while they watch. */
export interface VisibleEntries {
  /** The entry as the page gets it; `undefined` if it isn't for this person. */
  readonly shown: (entry: LogEntry) => Promise<Schemas["LiveEntry"] | undefined>;
  /** Reads access again. Rejects with `sign-in-required` if the person is gone. */
  readonly refresh: () => Promise<void>;
}

/** At most so old is what is known about access, in milliseconds, when an entry of an unknown application comes. */
const freshMs = 1000;

/** What a viewer may see: entries of their applications, or of one of these, and what is about the whole sandbox. */
export async function visibleEntries(
  context: ConsoleContext,
  first: Viewer,
  only: string | undefined,
): Promise<VisibleEntries> {
  let own = new Set<string>();
  let readAt = 0;
  const read = async (viewer: Viewer): Promise<void> => {
    own = new Set((await ownApplications(context, viewer)).map(({ application_id }) => application_id));
    readAt = context.now();
  };
  const refresh = async (): Promise<void> => read(await viewerOf(context, first.open));
  await read(first);
  return {
    refresh,
    async shown({ number, at, kind, message, data }) {
      // Somebody changed something by hand: it may be what this person may see.
      if (kind === "control") await refresh();
      const id = typeof data.application_id === "string" ? data.application_id : null;
      if (id === null && kind === "failure") return undefined;
      if (id !== null) {
        if (only !== undefined && id !== only) return undefined;
        // It may have been made a moment ago.
        if (!own.has(id) && context.now() - readAt > freshMs) await refresh();
        if (!own.has(id)) return undefined;
      }
      return { number, at, kind, message, application_id: id, data };
    },
  };
}
