import { queryOptions } from "@tanstack/react-query";
import { readDelivery, readEventTests, readTestEvent } from "../../../generated/console/client.js";
import type { components } from "../../../generated/console/types.js";
import { call, client } from "../../api/client.js";
import { applicationKey } from "../../api/keys.js";

/** What can be tested, with what prevents it, and the latest tests. */
export type EventTests = components["schemas"]["EventTests"];

/** A type that tests support. */
export type Testable = components["schemas"]["Testable"];

/** Why a test isn't possible now. */
export type TestProblem = Testable["problems"][number];

/** A test that was sent, as the delivery log has it. */
export type TestDelivery = EventTests["recent"][number];

/** How a test ended until now. */
export type TestResult = components["schemas"]["SandboxTestResult"];

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
      return typeof event.correlation_id === "string" ? event.correlation_id : null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
