import { changeText, listed, type RoleEffects } from "../../shared-rules.js";
import {
  anyChange,
  both,
  bothRisky,
  byPresence,
  bySet,
  bySize,
  type MemberRule,
  type MemberValues,
} from "./member-rule.js";

const window = {
  code: "timestamp-changed",
  what: "how many seconds a timestamp may differ from now",
  remedy: "Configure the receivers first, and keep nonces for at least twice this time",
} as const;

const retention = {
  code: "nonce-changed",
  what: "how many seconds a nonce stays reserved",
  remedy: "Change the time that receivers keep nonces before platforms rely on it",
} as const;

/** Rules for the freshness of a delivery, its token and its encryption, by JSON Pointer. */
export const contentMembers: Readonly<Record<string, MemberRule>> = {
  "/timestamp/unit": anyChange({ code: "timestamp-changed", what: "the unit of the timestamp" }, both),
  // Wider: an old receiver refuses what is late. Narrower: it accepts what is too old, and new ones refuse what is late.
  "/timestamp/toleranceSeconds": bySize(window, { more: { receiver: "risky" }, less: bothRisky }),
  // Longer: an old receiver forgets too early. Shorter: it refuses a nonce that may be used again.
  "/nonce/retentionSeconds": bySize(retention, { more: bothRisky, less: { receiver: "risky" } }),
  "/token/property": anyChange(
    {
      code: "token-changed",
      what: "the property of the verification token",
      remedy: "Send the token in both properties until all receivers read the new one",
    },
    both,
  ),
  ...Object.fromEntries(
    (
      [
        ["property", "the property of the encrypted body"],
        ["algorithm", "the cipher"],
        ["padding", "the padding"],
        ["keyDerivation", "how the cipher's key is derived"],
        ["ivBytes", "the length of the initialisation vector"],
        ["encoding", "the encoding of the encrypted body"],
      ] as const
    ).map(([name, what]) => [
      `/encryption/${name}`,
      anyChange(
        {
          code: "encryption-changed",
          what,
          remedy: "Let each receiver choose the new encryption, and keep the old one until all have",
        },
        both,
      ),
    ]),
  ),
};

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
  const parts: string[] = [];
  if (lost.length > 0) parts.push(`: no longer ${listed(lost)}`);
  if (gained.length > 0) parts.push(`: now also ${listed(gained)}`);
  return parts.join("");
}

/** Every delivery has these, so a receiver refuses one without them. */
const always = ["signature", "deliveryId", "eventId", "eventType", "timestamp", "nonce"] as const;
/** A delivery may lack these. */
const optional = ["test", "correlationId", "eventTime", "resource", "version"] as const;

/** Rules for the headers of a delivery, by JSON Pointer. */
export const headerMembers: Readonly<Record<string, MemberRule>> = {
  ...rulesFor(always, {
    added: { sender: "breaking" },
    removed: { receiver: "breaking" },
    changed: { sender: "breaking", receiver: "breaking" },
  }),
  ...rulesFor(optional, { added: {}, removed: { receiver: "risky" }, changed: bothRisky }),
  "/otherHeaders": otherHeaders,
};

/** Nothing is known about what a receiver does with a header that has no role. */
function otherHeaders({ old, new: current }: MemberValues): ReturnType<MemberRule> {
  const [before, after] = [old as readonly unknown[], current as readonly unknown[]];
  const gained = after.filter((name) => !before.includes(name));
  const lost = before.filter((name) => !after.includes(name));
  if (lost.length === 0)
    return { code: "delivery-header-added", effects: {}, message: `requests have ${listed(gained)} now` };
  return {
    code: "delivery-header-removed",
    effects: { receiver: "risky" },
    message: `requests no longer have ${listed(lost)}`,
    remedy: "Keep sending it until no receiver reads it",
  };
}

interface Effects {
  readonly added: RoleEffects;
  readonly removed: RoleEffects;
  readonly changed: RoleEffects;
}

function rulesFor(roles: readonly string[], effects: Effects): Record<string, MemberRule> {
  return Object.fromEntries(
    roles.map((role) => [`/headers/${role}`, (values: MemberValues) => judged(role, values, effects)]),
  );
}

function judged(role: string, values: MemberValues, effects: Effects): ReturnType<MemberRule> {
  const what = `the header of the role \`${role}\``;
  if (values.old === undefined)
    return { code: "delivery-header-added", effects: effects.added, message: changeText(what, values) };
  if (values.new === undefined)
    return {
      code: "delivery-header-removed",
      effects: effects.removed,
      message: changeText(what, values),
      remedy: "Keep sending it until no receiver reads it",
    };
  return {
    code: "delivery-header-renamed",
    effects: effects.changed,
    message: changeText(what, values),
    remedy: "Send both headers with the same value until all receivers read the new one",
  };
}

const signatureCode = "signature-changed";
const signatureRemedy =
  "Add the new signature in a header of its own, and keep the old one until all receivers check the new one";

/** Rules for how deliveries are signed, by JSON Pointer. */
export const signatureMembers: Readonly<Record<string, MemberRule>> = {
  "/signature/form": signed("the form of the signature"),
  // A receiver accepts any label, and no tag, unless the protocol names one.
  "/signature/label": named("the label of the signature"),
  "/signature/parameters/tag": named("the tag of the signature"),
  // A receiver may choose its key by the name.
  "/signature/parameters/keyid": byPresence(
    { code: signatureCode, what: "the sender's name of its key", remedy: signatureRemedy },
    { added: {}, removed: { receiver: "risky" }, changed: { receiver: "risky" } },
  ),
  "/signature/parameters/alg": signed("whether the signature names its algorithm", {}),
  "/signature/parameters/expiresSeconds": signed("for how many seconds a signature is valid", {}),
  "/signature/algorithm": signed("the algorithm of the signature"),
  "/signature/content": signed("what is signed"),
  "/signature/prefix": signed("the prefix of the signature"),
  "/signature/encoding": signed("the encoding of the signature"),
  "/signature/case": signed("the case of the signature's digits"),
  "/signature/key": anyChange(
    {
      code: signatureCode,
      what: "the form of the key",
      remedy: "Keep the form of existing keys; use another form for new ones only",
    },
    both,
  ),
  // A list of one looks the same, so only the side that doesn't know lists fails, when a second signature comes.
  "/signature/listSeparator": byPresence(
    { code: signatureCode, what: "the separator of several signatures", remedy: signatureRemedy },
    { added: { receiver: "breaking" }, removed: { sender: "breaking" }, changed: both },
  ),
  "/signature/fields/separator": signed("the separator of the signature header's fields"),
  "/signature/fields/assignment": signed(
    "the text between a field's name and its value in the signature header",
  ),
  "/signature/fields/signature": signed("the name of the field with the signature"),
  "/signature/fields/timestamp": named("the name of the field with the time of signing"),
};

function named(what: string): MemberRule {
  return byPresence(
    { code: signatureCode, what, remedy: signatureRemedy },
    { added: { sender: "breaking" }, removed: { receiver: "breaking" }, changed: both },
  );
}

function signed(what: string, effects: RoleEffects = both): MemberRule {
  return anyChange({ code: signatureCode, what, remedy: signatureRemedy }, effects);
}
