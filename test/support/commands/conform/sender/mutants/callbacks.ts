import type { Mutant } from "../../mutants/mutant.js";

export const callbacksMutants: readonly Mutant[] = [
  {
    name: "callback-retried",
    clause: "§6.8",
    mistake: "A refused callback is tried again.",
    edits: {
      callbacks: [
        [
          "  const answer = await post(endpoint.url, headers, body, { timeoutMs, maxBytes: 65536 });\n",
          "  let answer = await post(endpoint.url, headers, body, { timeoutMs, maxBytes: 65536 });\n  if (answer.status >= 400) answer = await post(endpoint.url, headers, body, { timeoutMs, maxBytes: 65536 });\n",
        ],
      ],
    },
  },
  {
    name: "callback-retried-after-network-failure",
    clause: "§6.8",
    mistake: "A callback without an answer is tried again.",
    edits: {
      callbacks: [
        [
          "  const answer = await post(endpoint.url, headers, body, { timeoutMs, maxBytes: 65536 });\n",
          "  let answer = await post(endpoint.url, headers, body, { timeoutMs, maxBytes: 65536 });\n  if (answer.error !== undefined) answer = await post(endpoint.url, headers, body, { timeoutMs, maxBytes: 65536 });\n",
        ],
      ],
    },
  },
  {
    name: "callback-ten-seconds",
    clause: "§6.8",
    mistake: "A callback waits for ten seconds.",
    edits: {
      callbacks: [["const timeoutMs = 5000;", "const timeoutMs = 10_000;"]],
    },
  },
  {
    name: "callback-three-seconds",
    clause: "§6.8",
    mistake: "A callback waits for three seconds.",
    edits: {
      callbacks: [["const timeoutMs = 5000;", "const timeoutMs = 3000;"]],
    },
  },
  {
    name: "callback-unknown-failed",
    clause: "§6.8",
    mistake: "A callback without an answer counts as failed.",
    edits: {
      callbacks: [['return { outcome: "unknown", reason', 'return { outcome: "failed", reason']],
    },
  },
  {
    name: "callback-unknown-succeeded",
    clause: "§6.8",
    mistake: "A callback without an answer counts as executed.",
    edits: {
      callbacks: [['return { outcome: "unknown", reason', 'return { outcome: "succeeded", reason']],
    },
  },
  {
    name: "callback-not-configured",
    clause: "§6.8",
    mistake: "Callbacks are sent without being configured.",
    edits: {
      callbacks: [["if (!endpoint?.callback_types.includes(event.event_type))", "if (!endpoint)"]],
    },
  },
  {
    name: "callback-in-plaintext",
    clause: "§6.8",
    mistake: "Callbacks are always plaintext.",
    edits: {
      callbacks: [
        [
          "signedRequest(delivery, application, clock.now())",
          "signedRequest(delivery, { ...application, encryptKey: null }, clock.now())",
        ],
      ],
    },
  },
  {
    name: "callback-signed-with-token",
    clause: "§6.8",
    mistake: "Callbacks are signed with the token.",
    edits: {
      callbacks: [
        [
          "signedRequest(delivery, application, clock.now())",
          "signedRequest(delivery, { ...application, secret: application.token }, clock.now())",
        ],
      ],
    },
  },
  {
    name: "callback-of-delivery",
    clause: "§6.8",
    mistake: "The event id of a callback is that of its delivery.",
    edits: {
      callbacks: [["eventId: event.event_id", "eventId: randomUUID()"]],
    },
  },
];
