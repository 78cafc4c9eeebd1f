import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { saveWebhook } from "../../../generated/console/client.js";
import { call, client } from "../../api/client.js";
import { applicationKey } from "../../api/keys.js";
import { toast } from "../../parts/toast.js";
import { type Submit, useSubmit } from "../../submit/use-submit.js";
import { useTexts } from "../../texts/texts.js";
import type { EndpointChanges } from "./endpoint-draft.js";
import { texts } from "./texts.js";

/** What is kept of a save while its result is unknown: its content and its revision, but not the proof. */
export type EndpointSave = EndpointChanges & { readonly revision: number };

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
  const proofNow = useRef(proof);
  proofNow.current = proof;
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
