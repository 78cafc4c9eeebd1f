import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  readDelivery,
  readEventTests,
  readTestEvent,
  sendTestEvent,
} from "../../../generated/console/client.js";
import type { components } from "../../../generated/console/types.js";
import { applicationKey, call, client } from "../../client.js";
import { type Submit, useSubmit } from "../../submit.js";
import { useLanguage, useTexts } from "../../texts/texts.js";
import { texts } from "./texts.js";

/** What can be tested, with what prevents it, and the latest tests. */
export type EventTests = components["schemas"]["EventTests"];

/** A type that tests support. */
export type Testable = components["schemas"]["Testable"];

/** Why a test isn't possible now. */
export type TestProblem = Testable["problems"][number];

/** A test that was sent, as the delivery log has it. */
export type TestDelivery = EventTests["recent"][number];

/** The answer to a callback's test. */
export type CallbackTest = components["schemas"]["SandboxCallbackTest"];

/** How event tests are read. */
export function eventTestsQuery(application: string) {
  return queryOptions({
    queryKey: applicationKey(application, "event-tests"),
    queryFn: ({ signal }) => call(readEventTests(client, { application_id: application }, { signal })),
  });
}

/** How the result of a test is read: again each second until there is one, and at once when a live entry says so. */
export function testResultQuery(application: string, delivery: string) {
  return queryOptions({
    queryKey: applicationKey(application, "event-tests", delivery),
    queryFn: ({ signal }) =>
      call(readTestEvent(client, { application_id: application, delivery_id: delivery }, { signal })),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.result === "waiting" ? 1000 : false,
  });
}

/** How the correlation id of a test is read, which is in its delivery. */
export function correlationQuery(application: string, delivery: string) {
  return queryOptions({
    queryKey: applicationKey(application, "event-tests", delivery, "correlation"),
    queryFn: async ({ signal }) => {
      const request = { application_id: application, delivery_id: delivery };
      const { event } = await call(readDelivery(client, request, { signal }));
      if (typeof event.correlation_id === "string") return event.correlation_id;
      return null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

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
    let test: SentTest = { kind: "blocked", problems };
    if (delivery_id !== undefined && event_id !== undefined) test = { kind: "queued", delivery_id, event_id };
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

/** Returns the function that says what prevents a test, and what to do. */
export function useProblemText(): (problem: TestProblem) => string {
  const t = useTexts(texts);
  const language = useLanguage();
  return ({ code, reason, remedy }) => {
    if (Object.hasOwn(texts[language].problem, code))
      return t(`problem.${code as keyof (typeof texts)["en"]["problem"]}`);
    return `${reason}: ${remedy}`;
  };
}
