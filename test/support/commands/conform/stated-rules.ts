import type { ProtocolRules, StatedRule } from "../../../../reader/model/webhook-protocol.js";

const stated: StatedRule = {
  source: { url: "https://platform.example/webhooks", says: "The platform says so." },
};

/** Rules of a platform that leaves nothing open. */
export const statedRules: ProtocolRules = {
  unknownEvents: { ...stated, answer: "refused" },
  duplicates: stated,
  ordering: stated,
  replay: stated,
  signatureForm: stated,
  timeouts: stated,
  verification: stated,
};
