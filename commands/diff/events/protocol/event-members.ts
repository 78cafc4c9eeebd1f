import { listed } from "../shown.js";
import { anyChange, both, bothRisky, byPresence, bySet, type MemberRule } from "./member-rule.js";

const code = "event-field-changed";
const remedy = "Send the value in both places until all receivers read the new one";

/** Rules for where an event has what the protocol needs, by JSON Pointer. */
export const eventMembers: Readonly<Record<string, MemberRule>> = {
  "/event/batch": anyChange(
    {
      code,
      what: "where the events of a request are",
      remedy: "Let each receiver choose whether it gets several events in a request",
    },
    both,
  ),
  "/event/id": needed("the field of the event's id"),
  "/event/type": needed("the field of the event's type"),
  "/event/time/unit": noted("the unit of the event's time"),
  "/event/time/pointer": noted("the field of the event's time"),
  "/event/correlationId": byPresence(
    { code, what: "the field of the correlation id", remedy },
    { added: {}, removed: { receiver: "risky" }, changed: bothRisky },
  ),
  // An old receiver takes a test event with another prefix for a real one.
  "/event/testIdPrefix": byPresence(
    { code, what: "the prefix of the ids of test events", remedy: "Keep the prefix" },
    { added: { receiver: "risky" }, removed: bothRisky, changed: both },
  ),
  "/event/ordering/resource": needed("the field of the resource whose events are ordered"),
  "/event/ordering/version": needed("the field of the resource's version"),
  // Conflict to retry: an old receiver refuses a retry with changed content. Back: it accepts what it should refuse.
  "/event/changedContent": ({ old, new: current }) => ({
    code,
    effects: current === "retry" ? { receiver: "breaking" } : { receiver: "risky", sender: "breaking" },
    message: `other content under a known id was a ${String(old)}, and is a ${String(current)} now`,
  }),
  ...Object.fromEntries(
    ["organization", "application", "environment", "product"].map((part) => [
      `/event/binding/${part}`,
      bySet(
        {
          code,
          text: (gained, lost) => `the fields that identify the ${part} changed${sentence(gained, lost)}`,
          remedy,
        },
        // A receiver refuses an event if none of the fields that it knows is there.
        (gained, lost) =>
          lost.length > 0 && gained.length > 0 ? { receiver: "breaking", sender: "breaking" } : bothRisky,
      ),
    ]),
  ),
};

function needed(what: string): MemberRule {
  return byPresence(
    { code, what, remedy },
    { added: { sender: "breaking" }, removed: { receiver: "breaking" }, changed: both },
  );
}

function noted(what: string): MemberRule {
  return byPresence(
    { code, what, remedy },
    { added: { sender: "risky" }, removed: { receiver: "risky" }, changed: bothRisky },
  );
}

function sentence(gained: readonly unknown[], lost: readonly unknown[]): string {
  return [
    ...(lost.length > 0 ? [`: no longer ${listed(lost)}`] : []),
    ...(gained.length > 0 ? [`: now also ${listed(gained)}`] : []),
  ].join("");
}
