import type { RoleEffects } from "../roles.js";
import { anyChange, both, byPresence, type MemberRule } from "./member-rule.js";

const code = "signature-changed";
const remedy =
  "Add the new signature in a header of its own, and keep the old one until all receivers check the new one";

/** Rules for how deliveries are signed, by JSON Pointer. */
export const signatureMembers: Readonly<Record<string, MemberRule>> = {
  "/signature/algorithm": signed("the algorithm of the signature"),
  "/signature/content": signed("what is signed"),
  "/signature/prefix": signed("the prefix of the signature"),
  "/signature/encoding": signed("the encoding of the signature"),
  "/signature/case": signed("the case of the signature's digits"),
  "/signature/key": anyChange(
    {
      code,
      what: "the form of the key",
      remedy: "Keep the form of existing keys; use another form for new ones only",
    },
    both,
  ),
  // A list of one looks the same, so only the side that doesn't know lists fails, when a second signature comes.
  "/signature/listSeparator": byPresence(
    { code, what: "the separator of several signatures", remedy },
    { added: { receiver: "breaking" }, removed: { sender: "breaking" }, changed: both },
  ),
  "/signature/fields/separator": signed("the separator of the signature header's fields"),
  "/signature/fields/assignment": signed(
    "the text between a field's name and its value in the signature header",
  ),
  "/signature/fields/signature": signed("the name of the field with the signature"),
  "/signature/fields/timestamp": byPresence(
    { code, what: "the name of the field with the time of signing", remedy },
    { added: { sender: "breaking" }, removed: { receiver: "breaking" }, changed: both },
  ),
};

function signed(what: string, effects: RoleEffects = both): MemberRule {
  return anyChange({ code, what, remedy }, effects);
}
