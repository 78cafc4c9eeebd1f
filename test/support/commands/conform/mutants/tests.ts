import type { Edit, Mutant } from "./mutant.js";

const byId = 'event.event_id.startsWith("evt_webhook_test_")';
const receive = "async function receive(event, { deliveryId })";
const call = "return await receive(event, request);";

const mutant = (name: string, edits: readonly Edit[], mistake: string): Mutant => ({
  name,
  clause: "§6.3",
  mistake,
  edits: { webhook: edits },
});

const hint = 'header("X-SVC-Test-Delivery")[0] === "true"';
const toldBy = (name: string, test: string, mistake: string): Mutant =>
  mutant(
    name,
    [
      [receive, "async function receive(event, { deliveryId }, header)"],
      [call, "return await receive(event, request, header);"],
      [byId, test],
    ],
    mistake,
  );

export const testMutants: readonly Mutant[] = [
  toldBy("test-by-header", hint, "The header is trusted."),
  toldBy("test-by-either", `(${byId} || ${hint})`, "Either the header or the id is considered sufficient."),
  toldBy("test-by-both", `(${byId} && ${hint})`, "Both the header and the id are required."),
  mutant(
    "test-stale-accepted",
    [
      [
        "!isFresh(stamp, seconds)",
        '(!isFresh(stamp, seconds) && !request.eventId.startsWith("evt_webhook_test_"))',
      ],
    ],
    "Tests are assumed to be recordings that are sent again.",
  ),
  mutant(
    "test-headers-unchecked",
    [
      [
        "if (event.event_id !== request.eventId",
        'if (!String(event.event_id).startsWith("evt_webhook_test_")) if (event.event_id !== request.eventId',
      ],
    ],
    "Tests are assumed to need no checks.",
  ),
  mutant(
    "test-changes-state",
    [['outcome === "new" && found.specified && !test', 'outcome === "new" && found.specified']],
    "Tests are handled like any other event.",
  ),
  mutant(
    "test-not-recorded",
    [["    let outcome;\n", '    if (test) return { status: 204, outcome: "test" };\n    let outcome;\n']],
    "Tests are answered but not recorded.",
  ),
  mutant(
    "test-refused",
    [["    let outcome;\n", '    if (test) return { status: 422, outcome: "test" };\n    let outcome;\n']],
    "Synthetic ids are refused as unknown.",
  ),
  mutant(
    "test-unvalidated",
    [
      [
        'if (found.kind !== "valid") return',
        'if (found.kind !== "valid" && !event.event_id.startsWith("evt_webhook_test_")) return',
      ],
    ],
    "Tests are assumed to need no checks.",
  ),
  mutant(
    "test-token-unchecked",
    [
      [
        'if (typeof token !== "string"',
        'if (!String(event.event_id).startsWith("evt_webhook_test_")) if (typeof token !== "string"',
      ],
    ],
    "Tests are assumed to have no token.",
  ),
];
