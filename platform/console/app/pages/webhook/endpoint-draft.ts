import { type KeptDraft, useDraft } from "../../drafts/use-draft.js";
import { presentEndpoint, type WebhookView } from "./webhook-query.js";

/** What a form of the endpoint holds. The proof of a connection test isn't part of it: that is never stored. */
export interface EndpointValues extends Readonly<Record<string, unknown>> {
  readonly url: string;
  readonly event_types: readonly string[];
  readonly callback_types: readonly string[];
  readonly encrypted: boolean;
  /** The one that was seen when the editing began. */
  readonly revision: number;
}

/** What a save submits: only what differs from the current configuration, so that everything else stays as it is. */
export interface EndpointChanges {
  readonly url?: string;
  readonly event_types?: readonly string[];
  readonly callback_types?: readonly string[];
  readonly encrypted?: boolean;
}

/** The values that the form begins with. */
function currentValues(view: WebhookView): EndpointValues {
  const { url, event_types, callback_types, encrypted } = presentEndpoint(view) ?? {
    url: "",
    event_types: [],
    callback_types: [],
    encrypted: false,
  };
  return { url, event_types, callback_types, encrypted, revision: view.webhook.revision };
}

/** A draft of the endpoint. */
export interface EndpointDraft extends KeptDraft<EndpointValues> {
  readonly current: EndpointValues;
  readonly changes: EndpointChanges;
  /** How many members it changes. */
  readonly count: number;
  /** Whether somebody saved since the draft was begun. */
  readonly isOutdated: boolean;
}

/** A draft of the endpoint that keeps the revision on which it was begun. */
export function useEndpointDraft(application: string, view: WebhookView): EndpointDraft {
  const current = currentValues(view);
  const draft = useDraft<EndpointValues>(`webhook:${application}`, current);
  const changes = changesOf(draft.values, current);
  const count = Object.keys(changes).length;
  const base = count === 0 ? current.revision : draft.values.revision;
  return {
    ...draft,
    ...{ current, changes, count, isOutdated: base !== current.revision },
    change: (part) => draft.change({ revision: base, ...part }),
  };
}

function changesOf(values: EndpointValues, current: EndpointValues): EndpointChanges {
  return {
    ...(values.url !== current.url && { url: values.url }),
    ...(!isSameSet(values.event_types, current.event_types) && { event_types: values.event_types }),
    ...(!isSameSet(values.callback_types, current.callback_types) && {
      callback_types: values.callback_types,
    }),
    ...(values.encrypted !== current.encrypted && { encrypted: values.encrypted }),
  };
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((type) => other.includes(type));
}
