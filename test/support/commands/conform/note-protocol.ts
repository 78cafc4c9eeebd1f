import type { Protocol } from "../../../../runtime/webhook/index.js";

/** What verifiers need of a protocol with a timestamp, an id and a list of signatures. */
export const noteProtocol: Pick<Protocol, "headers" | "signature" | "timestamp"> = {
  headers: { eventId: "Note-Id", timestamp: "Note-Time", signature: "Note-Signature" },
  signature: {
    algorithm: "hmac-sha256",
    content: ["eventId", "timestamp", "body"],
    separator: ".",
    prefix: "v1,",
    encoding: "base64",
    listSeparator: " ",
  },
  timestamp: { unit: "seconds", toleranceSeconds: 300 },
};
