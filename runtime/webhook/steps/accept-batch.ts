import type { InboxEntry } from "../../ports/inbox-entry.js";
import type { Inbox } from "../../ports/stores.js";
import type { DeliveryHeaders } from "../wire/headers.js";
import type { Protocol } from "../wire/protocol.js";
import { type BatchEvent, batchSplitter, type OpenedBody } from "./content.js";
import type { ContentCheck } from "./content-check.js";
import type { EventIdentity, Identify } from "./identity.js";
import { type Outcome, Refusal } from "./outcome.js";
import { batchRecorder, inboxEntry } from "./store-steps.js";

/** What an authentic request with several events is accepted with. */
interface BatchAcceptorOptions {
  readonly protocol: Protocol;
  readonly maxEvents: number;
  readonly identify: Identify;
  readonly checkContent: ContentCheck;
  readonly inbox: Pick<Inbox, "recordAll">;
  readonly application: string;
}

/** The request that a batch arrived in. */
interface BatchRequest {
  readonly headers: DeliveryHeaders;
  /** Reads optional headers. */
  readonly header: (name: string) => string | null;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  /** Called with the event that is checked, or `undefined` while it isn't known. */
  readonly claim: (identity: EventIdentity | undefined) => void;
}

/** What became of the events of a batch; all of them are committed. */
type AcceptedBatch = Required<Pick<Outcome, "events">> & {
  readonly code: Extract<Outcome["code"], "stored" | "duplicate" | "empty" | "ignored">;
};

/**
 * Checks every event of a body, then commits them together: one that is invalid refuses all, since the platform would send
 * the whole batch again. Rejects with `Refusal`.
 */
type AcceptBatch = (body: OpenedBody, request: BatchRequest) => Promise<AcceptedBatch>;

/** Prepares it; `undefined` if the protocol has no batches. */
export function batchAcceptor(options: BatchAcceptorOptions): AcceptBatch | undefined {
  const { protocol, maxEvents, inbox } = options;
  const split = batchSplitter(protocol, maxEvents);
  if (split === undefined) return undefined;
  const record = batchRecorder(inbox, protocol.responses);
  const despiteConflicts = protocol.event.changedContent === "retry";

  const status = protocol.responses.unprocessable;

  function checked(
    event: BatchEvent,
    { headers, header, receivedAt, claim }: BatchRequest,
  ): InboxEntry | undefined {
    const { content, json, index, place } = event;
    claim(undefined);
    try {
      const identity = options.identify(content, headers, { bytes: json, index });
      claim(identity);
      const accepted = options.checkContent(content, identity, header);
      if (accepted.kind === "ignored") return undefined;
      // One answer can't be the answers to several.
      if (accepted.kind === "callback")
        throw new Refusal({ code: "callback-unhandled", status, subject: identity.eventType });
      return inboxEntry({ application: options.application, identity, accepted, json, receivedAt });
    } catch (thrown) {
      throw thrown instanceof Refusal ? new Refusal({ ...refusalFacts(thrown), place }) : thrown;
    }
  }

  return async (body, request) => {
    const events = split(body);
    const known = events.flatMap((event) => {
      const entry = checked(event, request);
      return entry === undefined ? [] : [{ entry, place: event.place }];
    });
    const entries = known.map(({ entry }) => entry);
    request.claim(undefined);
    const results = await record(entries, { despiteConflicts });
    const conflict = despiteConflicts ? undefined : known[results.indexOf("conflict")];
    if (conflict !== undefined) {
      request.claim(conflict.entry);
      throw new Refusal({ code: "event-conflict", status, place: conflict.place });
    }
    const stored = results.filter((result) => result === "stored").length;
    const ignored = events.length - known.length;
    const counts = { stored, duplicate: results.length - stored, ...(ignored > 0 && { ignored }) };
    if (entries.length === 0) return { code: ignored > 0 ? "ignored" : "empty", events: counts };
    return { code: stored > 0 ? "stored" : "duplicate", events: counts };
  };
}

function refusalFacts({ code, status, subject, errors, cause }: Refusal) {
  return { code, status, errors, cause, ...(subject !== undefined && { subject }) };
}
