import type { Edit } from "../mutants/mutant.js";
import type { DerivedMutant, Equivalents } from "./derived-mutant.js";

interface Circumstance {
  /** What the receiver knows before it reads the body; absent if only the event tells. */
  readonly early?: string;
  /** What it knows once it has read the event. */
  readonly late: string;
  readonly near: readonly string[];
  readonly open?: true;
}

const version = "(resources.find(event.resource_id).applied_version ?? 0)";

/** Where implementations branch. */
const circumstances: Readonly<Record<string, Circumstance>> = {
  test: {
    early: 'request.eventId.startsWith("evt_webhook_test_")',
    late: 'request.eventId.startsWith("evt_webhook_test_")',
    near: ["*/near/test-event/*", "6.3/test-*"],
  },
  duplicate: {
    early: "inbox.find(request.eventId).length > 0",
    late: "inbox.find(request.eventId).length > 0",
    near: ["*/near/duplicate/*", "6.4/*"],
  },
  unspecified: {
    early: 'request.eventType.startsWith("billing.")',
    late: 'request.eventType.startsWith("billing.")',
    near: ["*/near/unspecified/*", "6.3.5/unspecified-*"],
  },
  callback: {
    early: "request.eventType === callbackType",
    late: "request.eventType === callbackType",
    near: ["*/near/callback/*", "*/near/event-type/*", "6.8/*"],
    open: true,
  },
  gap: { late: `event.resource_version > ${version} + 1`, near: ["*/near/gap/*", "6.4/*"] },
  late: { late: `event.resource_version <= ${version}`, near: ["*/near/late/*", "6.4/*"] },
};

/** Each check of a delivery, and how it is left out in a circumstance. */
const checks: Readonly<Record<string, { readonly early: boolean; readonly edit: (where: string) => Edit }>> =
  {
    window: {
      early: true,
      edit: (where) => [
        "stamp === undefined || !isFresh(stamp, seconds)",
        `stamp === undefined || (!(${where}) && !isFresh(stamp, seconds))`,
      ],
    },
    nonce: { early: true, edit: (where) => ["if (!reserved)", `if (!reserved && !(${where}))`] },
    signature: {
      early: true,
      edit: (where) => [
        "if (!isSigned(request, body, settings.secrets))",
        `if (!(${where}) && !isSigned(request, body, settings.secrets))`,
      ],
    },
    token: {
      early: false,
      edit: (where) => [
        'if (typeof token !== "string" ||',
        `if (!(${where}) && typeof token !== "string" || !(${where}) &&`,
      ],
    },
    "event-id": {
      early: false,
      edit: (where) => [
        "event.event_id !== request.eventId",
        `(!(${where}) && event.event_id !== request.eventId)`,
      ],
    },
    "event-type": {
      early: false,
      edit: (where) => [
        "event.event_type !== request.eventType",
        `(!(${where}) && event.event_type !== request.eventType)`,
      ],
    },
    schema: {
      early: false,
      edit: (where) => ['if (found.kind !== "valid")', `if (!(${where}) && found.kind !== "valid")`],
    },
    binding: {
      early: false,
      edit: (where) => ["!isBound(event, settings)", `!(${where}) && !isBound(event, settings)`],
    },
  };

/** Each check left out in each circumstance. */
export const circumstanceMutants: readonly DerivedMutant[] = Object.entries(circumstances).flatMap(
  ([name, { early, late, near, open }]) =>
    Object.entries(checks).flatMap(([check, { early: isEarly, edit }]) => {
      const where = isEarly ? early : late;
      if (where === undefined) return [];
      return [
        { name: `${name}-without-${check}`, near, ...(open && { open }), edits: { webhook: [edit(where)] } },
      ];
    }),
);

const unbound = "The binding of such an event isn't compared.";

/** Checks that don't apply in a circumstance. */
export const circumstanceEquivalents: Equivalents = {
  "test-without-binding": unbound,
  "unspecified-without-binding": unbound,
  "callback-without-binding": "A callback is answered before the binding is compared.",
  "callback-without-schema": "A callback is answered before its schema is checked.",
};
