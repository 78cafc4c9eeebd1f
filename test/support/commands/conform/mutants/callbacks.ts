import type { Edit, Mutant } from "./mutant.js";

const dispatch = "if (event.event_type === callbackType) return answerCallback();";
const asks = "const request = readHeaders(header);";
const answer =
  'return { status: 200, headers: { "content-type": "application/json" }, body, outcome: "callback" };';

const mutant = (name: string, edits: readonly Edit[], mistake: string): Mutant => ({
  name,
  clause: "§6.8",
  mistake,
  edits: { webhook: edits },
});

export const callbackMutants: readonly Mutant[] = [
  mutant("callback-unknown", [[dispatch, ""]], "A callback is treated as an event, and its type is unknown."),
  mutant(
    "callback-204",
    [[answer, 'return { status: 204, outcome: "callback" };']],
    "Callbacks are answered like events, without a result.",
  ),
  mutant(
    "callback-unauthenticated",
    [[asks, `if (header("X-SVC-Event-Type")[0] === callbackType) return answerCallback();\n    ${asks}`]],
    "Callbacks are dispatched by their header before any check.",
  ),
  mutant(
    "callback-text",
    [
      [
        answer,
        'return { status: 200, headers: { "content-type": "text/plain" }, body: "done", outcome: "callback" };',
      ],
    ],
    "The handler's string is sent without encoding it as JSON.",
  ),
  {
    ...mutant(
      "callback-in-plaintext",
      [
        [
          "const opened = openBody(body, settings.encryptKey);",
          "const opened = openBody(body, request.eventType === callbackType ? undefined : settings.encryptKey);",
        ],
      ],
      "Callbacks are assumed to stay in plaintext, like connection verifications.",
    ),
    encrypted: true,
  },
  mutant(
    "callback-nonce-unchecked",
    [["if (!reserved) return", "if (!reserved && request.eventType !== callbackType) return"]],
    "Nonces are only checked for deliveries that are stored.",
  ),
  mutant(
    "callback-recorded",
    [
      [
        dispatch,
        `if (event.event_type === callbackType) {\n      await inbox.commit({ event, deliveryId: request.deliveryId, correlationId: null, test: false });\n      return answerCallback();\n    }`,
      ],
    ],
    "Every delivery is recorded, so a worker handles the callback again.",
  ),
];
