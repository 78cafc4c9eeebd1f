import type { Delivery } from "../../../../commands/conform/suite/delivery.js";
import type { Expectation, Step } from "../../../../commands/conform/suite/suite.js";
import { deliveriesIn, type PartCase, type ProtocolFacts, type ProtocolPart } from "./part.js";

const handledApart = "Callbacks are probably handled separately, without the checks of events.";

interface CallbackCase extends Pick<PartCase, "why"> {
  readonly delivery?: Delivery;
  readonly expect: Expectation;
  readonly cause?: string;
  readonly level?: PartCase["level"];
  readonly needs?: NonNullable<PartCase["needs"]>;
  /** What is expected of the same request, sent again. */
  readonly again?: Expectation;
  /** How many records of it the inbox must have. */
  readonly records?: number;
}

/** The calls whose sender waits for a result. */
export const callbacksPart: ProtocolPart = {
  name: "callbacks",
  member: "callbacks",
  rule: "A callback is checked like an event and answered with a result in time.",
  isAbout: (testCase, { callbacks }) =>
    deliveriesIn(testCase).some(
      ({ example }) => callbacks?.eventTypes.includes(example?.subject ?? "") === true,
    ),
  cases(facts) {
    const { callback } = facts;
    if (facts.protocol.callbacks === undefined || callback === undefined) return [];
    const make = (name: string, each: CallbackCase): PartCase => {
      const { level = "must", why, cause = handledApart, needs = [], expect, again, records } = each;
      const step: Step = {
        deliver: { example: callback, bind: true, ...each.delivery },
        expect,
        ...(records !== undefined && { probe: [{ inbox: { of: "a", records } }] }),
      };
      const steps = again === undefined ? [step] : [step, { repeat: 1, expect: again }];
      return { name, level, why, cause, needs: ["callbacks", ...needs], steps };
    };
    return [...answered(make), ...refused(facts, make)];
  },
};

type Make = (name: string, each: CallbackCase) => PartCase;

/** The answer to a callback has no role among the protocol's statuses. */
const result: Expectation = { status: [200], timely: true };

function answered(make: Make): readonly PartCase[] {
  return [
    make("answered", {
      why: "The sender of a callback waits for a result, and doesn't send it again.",
      cause: "Callbacks are probably treated as events, or not handled at all.",
      expect: result,
    }),
    make("answered-with-json", {
      level: "should",
      why: "A result that isn't JSON can't be read.",
      cause: "A callback is probably acknowledged like an event.",
      expect: { ...result, json: true },
    }),
    make("not-recorded", {
      level: "should",
      why: "A callback that is stored would be handled once more as an event.",
      cause: "Callbacks are probably stored like events.",
      expect: { status: [200] },
      records: 0,
    }),
  ];
}

const unauthenticated: Expectation = { status: ["unauthenticated"] };
const unfit: Expectation = { status: ["unprocessable", "unauthenticated"] };

function refused({ protocol }: ProtocolFacts, make: Make): readonly PartCase[] {
  const { timestamp, nonce, token, encryption, headers, event } = protocol;
  const cases = [
    make("forged", {
      why: "A callback is signed like an event.",
      cause: "Callbacks are probably dispatched before the signature is checked.",
      delivery: { signature: { secret: "other" } },
      expect: unauthenticated,
    }),
    make("altered-body", {
      why: "The signature of a callback covers its bytes, like that of an event.",
      delivery: { wire: [{ append: " " }] },
      expect: unauthenticated,
    }),
    make("not-json", {
      why: "A signed body that isn't JSON isn't a callback.",
      delivery: { outer: [{ content: "{not json" }] },
      expect: { status: ["unprocessable", 400] },
    }),
  ];
  if (timestamp !== undefined)
    cases.push(
      make("stale", {
        why: "An old callback must be refused like an old event.",
        delivery: { timestamp: { offset: -Math.ceil(timestamp.toleranceSeconds) - 60 } },
        expect: unauthenticated,
      }),
    );
  if (nonce !== undefined)
    cases.push(
      make("replayed", {
        why: "A callback that is sent again would act a second time.",
        cause: "The nonce is probably reserved only for events.",
        expect: { status: [200] },
        again: unauthenticated,
      }),
    );
  if (token !== undefined)
    cases.push(
      make("token-other", {
        why: "A callback contains the token like an event.",
        delivery: { token: "other" },
        expect: unauthenticated,
      }),
    );
  if (headers?.eventId !== undefined && event?.id !== undefined)
    cases.push(
      make("event-id-mismatch", {
        why: "The id of a callback equals its header, like that of an event.",
        delivery: { headers: [{ fresh: "eventId" }] },
        expect: unfit,
      }),
    );
  if (encryption !== undefined)
    cases.push(
      make("encrypted", {
        why: "With encryption on, a callback is encrypted like an event.",
        needs: ["encryption"],
        expect: result,
      }),
      make("plaintext", {
        why: "With encryption on, a callback in plaintext must be refused.",
        needs: ["encryption"],
        delivery: { encryption: { off: true } },
        expect: unfit,
      }),
    );
  return cases;
}
