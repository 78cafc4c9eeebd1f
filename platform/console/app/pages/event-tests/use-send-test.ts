import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sendTestEvent } from "../../../generated/console/client.js";
import { call, client } from "../../api/client.js";
import { applicationKey } from "../../api/keys.js";
import { type Submit, useSubmit } from "../../submit/use-submit.js";
import type { TestProblem } from "./event-tests-query.js";

/** What is chosen of a test: its type, and the revision of the configuration that is seen. */
export interface TestOrder {
  readonly event_type: string;
  readonly revision: number;
}

/** What became of the order: queued, or what prevents it. */
export type SentTest =
  | { readonly kind: "queued"; readonly delivery_id: string; readonly event_id: string }
  | { readonly kind: "blocked"; readonly problems: readonly TestProblem[] };

/** Sends tests, one after the other, and remembers by type what became of the last one. */
export function useSendTest(application: string) {
  const queryClient = useQueryClient();
  const [sent, setSent] = useState<Readonly<Record<string, SentTest>>>({});
  const [latest, setLatest] = useState<string>();
  const keep = async (type: string, answer: unknown): Promise<void> => {
    const {
      delivery_id,
      event_id,
      problems = [],
    } = (answer ?? {}) as Partial<
      Extract<SentTest, { kind: "queued" }> & Extract<SentTest, { kind: "blocked" }>
    >;
    const test: SentTest =
      delivery_id !== undefined && event_id !== undefined
        ? { kind: "queued", delivery_id, event_id }
        : { kind: "blocked", problems };
    setSent((before) => ({ ...before, [type]: test }));
    await queryClient.invalidateQueries({ queryKey: applicationKey(application, "event-tests") });
  };
  const submit: Submit<TestOrder> = useSubmit({
    application,
    keepAs: `test-event:${application}`,
    send: (body: TestOrder, operationId) =>
      call(sendTestEvent(client, { application_id: application, operationId, body })),
    onDone: (answer, { event_type }) => keep(event_type, answer),
    onRecovered: ({ result }, { event_type }) => keep(event_type, result),
  });
  const { state } = submit;
  return {
    submit,
    sent,
    /** The type whose test is under way, failed, or has an unknown result. */
    current: state.kind === "sending" || state.kind === "unknown" ? state.input.event_type : latest,
    send: (order: TestOrder): void => {
      setLatest(order.event_type);
      void submit.submit(order);
    },
  };
}
