import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { saveWebhook } from "../../../generated/console/client.js";
import { applicationKey, call, client } from "../../client.js";
import { type KeptDraft, useDraft } from "../../drafts.js";
import { useLatest } from "../../latest.js";
import { Button } from "../../parts/button.js";
import { Notice } from "../../parts/notice.js";
import { toast } from "../../parts/toast.js";
import { type Submit, useSubmit } from "../../submit.js";
import { useTexts } from "../../texts/texts.js";
import { texts } from "./texts.js";
import { presentEndpoint, type WebhookView } from "./webhook-query.js";

/** What a form of the endpoint holds. The proof of a connection test isn't part of it: that is never stored. */
interface EndpointValues extends Readonly<Record<string, unknown>> {
  readonly url: string;
  readonly event_types: readonly string[];
  readonly callback_types: readonly string[];
  readonly encrypted: boolean;
  /** The one that was seen when the editing began. */
  readonly revision: number;
}

/** What a save submits: only what differs from the current configuration, so that everything else stays as it is. */
interface EndpointChanges {
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
interface EndpointDraft extends KeptDraft<EndpointValues> {
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
  const changes = endpointChanges(draft.values, current);
  const count = Object.keys(changes).length;
  const base = count === 0 ? current.revision : draft.values.revision;
  return {
    ...draft,
    current,
    changes,
    count,
    isOutdated: base !== current.revision,
    change: (part) => draft.change({ revision: base, ...part }),
  };
}

function endpointChanges(values: EndpointValues, current: EndpointValues): EndpointChanges {
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

/** The current configuration beside the draft, after somebody saved meanwhile; it is confirmed anew or discarded. */
export function Conflict({
  draft: { values, current, changes },
  onDiscard,
  needsTest,
  onConfirm,
}: {
  readonly draft: EndpointDraft;
  readonly onDiscard: () => void;
  readonly needsTest: boolean;
  readonly onConfirm: () => void;
}) {
  const t = useTexts(texts);
  const revisions = { base: values.revision, current: current.revision };
  const onOff = (value: boolean): string => {
    if (value) return t("conflict.on");
    return t("conflict.off");
  };
  const rows = [
    { name: t("endpoint.url"), now: current.url, mine: changes.url },
    {
      name: t("types.events"),
      now: t("conflict.count", { count: current.event_types.length }),
      mine: changes.event_types && <Difference from={current.event_types} to={changes.event_types} />,
    },
    {
      name: t("types.callbacks"),
      now: t("conflict.count", { count: current.callback_types.length }),
      mine: changes.callback_types && (
        <Difference from={current.callback_types} to={changes.callback_types} />
      ),
    },
    {
      name: t("endpoint.encryption"),
      now: onOff(current.encrypted),
      mine: changes.encrypted === undefined ? undefined : onOff(changes.encrypted),
    },
  ];
  return (
    <Notice
      tone="warn"
      live
      title={t("conflict.title", revisions)}
      actions={
        <>
          <Button kind="primary" onPress={onConfirm}>
            {needsTest ? t("conflict.go", revisions) : t("conflict.confirm", revisions)}
          </Button>
          <Button onPress={onDiscard}>{t("conflict.discard")}</Button>
        </>
      }
    >
      <p>{t("conflict.help")}</p>
      <div className="webhook-conflict scroll-x">
        <table className="simple-table">
          <thead>
            <tr>
              <th scope="col">{t("conflict.setting")}</th>
              <th scope="col">{t("conflict.current", revisions)}</th>
              <th scope="col">{t("conflict.draft")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, now, mine }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="break">{now}</td>
                <td className="break">{mine ?? <span className="muted">{t("conflict.kept")}</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {needsTest && <p className="small">{t("conflict.goHelp", revisions)}</p>}
    </Notice>
  );
}

function Difference({ from, to }: { readonly from: readonly string[]; readonly to: readonly string[] }) {
  const t = useTexts(texts);
  const added = to.filter((type) => !from.includes(type));
  const removed = from.filter((type) => !to.includes(type));
  return (
    <>
      <p>{t("conflict.count", { count: to.length })}</p>
      {added.length > 0 && <p className="small">{t("conflict.added", { types: added.join(", ") })}</p>}
      {removed.length > 0 && <p className="small">{t("conflict.removed", { types: removed.join(", ") })}</p>}
    </>
  );
}

/** What is kept of a save while its result is unknown: its content and its revision, but not the proof. */
type EndpointSave = EndpointChanges & { readonly revision: number };

/** How the endpoint is saved: once, with an operation id of its own. After a conflict the current configuration is read again. */
export function useSaveEndpoint({
  application,
  proof,
  onSaved,
}: {
  readonly application: string;
  readonly proof: string | undefined;
  readonly onSaved: () => void;
}): Submit<EndpointSave> {
  const t = useTexts(texts);
  const queryClient = useQueryClient();
  const proofNow = useLatest(proof);
  const readAgain = () => queryClient.invalidateQueries({ queryKey: applicationKey(application) });
  const save = useSubmit({
    application,
    keepAs: `save-webhook:${application}`,
    send: ({ event_types, callback_types, ...rest }: EndpointSave, operationId) =>
      call(
        saveWebhook(client, {
          application_id: application,
          operationId,
          body: {
            ...rest,
            ...(event_types !== undefined && { event_types: [...event_types] }),
            ...(callback_types !== undefined && { callback_types: [...callback_types] }),
            ...(proofNow.current !== undefined && { proof: proofNow.current }),
          },
        }),
      ),
    onDone: async ({ webhook }) => {
      onSaved();
      await readAgain();
      toast({ tone: "good", title: t("endpoint.saved", { revision: webhook.webhook.revision }) });
    },
    onRecovered: async () => {
      onSaved();
      await readAgain();
      toast({ tone: "good", title: t("recovered") });
    },
    onFailure: ({ code, outcomeUnknown }) => {
      if (code === "revision-conflict" && !outcomeUnknown) void readAgain();
    },
  });
  const refusal = save.state.kind === "unknown" ? save.state.outcome?.state : undefined;
  // What became of it says something about the present state.
  // biome-ignore lint/correctness/useExhaustiveDependencies: this is what should run it
  useEffect(() => {
    if (refusal !== undefined) void readAgain();
  }, [refusal]);
  return save;
}
