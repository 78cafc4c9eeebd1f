import { fromPointer, toPointer, valueAt } from "@oipkit/runtime/json-pointer";
import type { ConnectionVerification, JsonObject } from "@oipkit/runtime/webhook";
import { headerValues } from "../endpoint.js";
import type { EachCheck } from "../sender-checks.js";
import { objectIn, onlyValue, requestEvent, type SenderCheck, textAt } from "./facts.js";

type VerificationCheckName = Extract<
  EachCheck,
  "verification-header" | "verification-body" | "other-token" | "unsigned"
>;

/** The checks of connection verifications. */
export const verificationChecks: Readonly<Record<VerificationCheckName, SenderCheck>> = {
  "verification-header": (received, { protocol }) => {
    const { header, headerValue } = protocol.verification ?? {};
    if (header === undefined) return undefined;
    const value = onlyValue(received, header);
    if (value !== undefined && value === headerValue) return undefined;
    return `sends ${header}: ${value ?? "not once"}`;
  },
  "verification-body": (received, { protocol }) => {
    const { verification } = protocol;
    const body = objectIn(received.body);
    if (verification === undefined) return undefined;
    if (body === undefined) return "sends a verification whose body isn't a JSON object";
    const wrong = wantedMembers(verification).find(
      ([name, value]) =>
        name !== undefined &&
        (value === undefined ? typeof body[name] !== "string" || body[name] === "" : body[name] !== value),
    );
    if (wrong === undefined) return undefined;
    return `sends a verification without a proper ${wrong[0]}`;
  },
  "other-token": (received, { protocol, credentials }) => {
    const { tokenProperty } = protocol.verification ?? {};
    if (tokenProperty === undefined) return undefined;
    if (objectIn(received.body)?.[tokenProperty] === credentials.token)
      return "sends the token of deliveries in a verification";
    return undefined;
  },
  unsigned: (received, { protocol }) => {
    if (
      protocol.verification?.signed !== true &&
      headerValues(received, protocol.headers.signature).length > 0
    )
      return "signs a verification";
    return undefined;
  },
};

/** Members of the body, with the value of those that are fixed. */
function wantedMembers(scheme: ConnectionVerification): readonly (readonly [string | undefined, unknown])[] {
  return [
    [scheme.typeProperty, scheme.typeValue ?? scheme.headerValue],
    [scheme.challengeProperty, undefined],
    [scheme.tokenProperty, undefined],
  ];
}

type TestCheckName = Extract<EachCheck, "test-marked" | "unmarked" | "test-id" | "synthetic" | "complete">;

/** The checks of test events. */
export const testChecks: Readonly<Record<TestCheckName, SenderCheck>> = {
  "test-marked": (received, { protocol }) => {
    const { test } = protocol.headers;
    if (test === undefined) return undefined;
    const value = onlyValue(received, test);
    if (value === "true") return undefined;
    return `sends ${test}: ${value ?? "not once"} with a test`;
  },
  unmarked: (received, { protocol }) => {
    const { test } = protocol.headers;
    const marked = test !== undefined && headerValues(received, test).length > 0;
    if (marked) return `sends ${test} with an event that isn't a test`;
    return undefined;
  },
  "test-id": (received, facts) => {
    const { testIdPrefix, id } = facts.protocol.event;
    const found = textAt(requestEvent(received, facts), id);
    if (testIdPrefix === undefined || found?.startsWith(testIdPrefix) === true) return undefined;
    return `sends a test with the event id ${found ?? "that can't be read"}`;
  },
  synthetic: (received, facts) => {
    const { id, ordering } = facts.protocol.event;
    const event = requestEvent(received, facts);
    const ids = [textAt(event, id), textAt(event, ordering?.resource)];
    const used = ids.find((each) => each !== undefined && facts.usedIds.has(each));
    if (used === undefined) return undefined;
    return `sends a test with the id of a real event or resource: ${used}`;
  },
  complete: (received, facts) => {
    const event = requestEvent(received, facts);
    const examples = facts.findExamples(textAt(event, facts.protocol.event.type) ?? "");
    if (event === undefined || examples.length === 0) return "sends a test whose event isn't a known one";
    const missing = sharedMembers(examples).find(
      (pointer) => valueAt(event, fromPointer(pointer)) === undefined,
    );
    if (missing === undefined) return undefined;
    return `sends a test without ${missing}`;
  },
};

/** Places of the members that all of these objects have, nested ones included. */
function sharedMembers(examples: readonly JsonObject[]): readonly string[] {
  const [first, ...others] = examples.map((each) => memberPointers(each));
  return [...(first ?? [])].filter((place) => others.every((each) => each.has(place)));
}

function memberPointers(value: object, path: readonly string[] = []): ReadonlySet<string> {
  const places = new Set<string>();
  for (const [name, member] of Object.entries(value)) {
    const own = [...path, name];
    places.add(toPointer(own));
    const isNested = typeof member === "object" && member !== null && !Array.isArray(member);
    if (isNested) for (const place of memberPointers(member, own)) places.add(place);
  }
  return places;
}
