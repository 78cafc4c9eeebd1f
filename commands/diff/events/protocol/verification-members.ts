import { anyChange, both, byPresence, bySize, type MemberRule } from "./member-rule.js";

const code = "verification-changed";
const remedy = "Verify registered addresses in the old way until all receivers answer the new one";

/** What marks the request: an old receiver that gets less doesn't recognize it. */
const mark = { added: { sender: "breaking" }, removed: { receiver: "breaking" }, changed: both } as const;

/** Rules for the verification of an address, by JSON Pointer. */
export const verificationMembers: Readonly<Record<string, MemberRule>> = {
  "/verification/method": verified("the method of the verification request"),
  "/verification/header": byPresence({ code, what: "the header of a verification request", remedy }, mark),
  "/verification/headerValue": byPresence({ code, what: "the value of that header", remedy }, mark),
  "/verification/typeProperty": byPresence(
    { code, what: "the property that marks a verification", remedy },
    mark,
  ),
  "/verification/typeValue": byPresence({ code, what: "the value that marks a verification", remedy }, mark),
  "/verification/signed": ({ new: current }) =>
    current === true
      ? {
          code,
          effects: { sender: "breaking", receiver: "risky" },
          message: "verification requests are signed now; a receiver that doesn't check them answers anyone",
        }
      : {
          code,
          effects: { receiver: "breaking" },
          message: "verification requests are no longer signed, so receivers that check them refuse",
          remedy,
        },
  "/verification/challengeProperty": verified("the property of the challenge"),
  "/verification/challengeQuery": verified("the query parameter of the challenge"),
  "/verification/challengeHeader": verified("the header of the challenge"),
  "/verification/tokenProperty": byPresence(
    { code, what: "the property of the verification's token", remedy },
    { added: { sender: "breaking", receiver: "risky" }, removed: { receiver: "breaking" }, changed: both },
  ),
  "/verification/answer": verified("the answer to a verification"),
  "/verification/status": verified("the status that answers a verification"),
  "/verification/timeoutSeconds": bySize(
    { code, what: "the seconds to answer a verification", remedy },
    { more: { sender: "risky" }, less: { receiver: "risky" } },
  ),
  "/verification/maxResponseBytes": bySize(
    { code, what: "the maximum length of the answer in bytes", remedy },
    { more: { sender: "risky" }, less: { receiver: "risky" } },
  ),
};

function verified(what: string): MemberRule {
  return anyChange({ code, what, remedy }, both);
}
