import type { Edit, Mutant } from "./mutant.js";

const mutant = (name: string, edits: readonly Edit[], mistake: string, clause = "§6.3(1)"): Mutant => ({
  name,
  clause,
  mistake,
  edits: { webhook: edits },
});

const only = 'header(name).length === 1 ? header(name)[0] : ""';
const needsIds = "if (!deliveryId || !eventId || !eventType)";
const optional = (id: string): Edit => [
  needsIds,
  needsIds.replace(/!deliveryId \|\| !eventId \|\| !eventType/, id),
];
const fallback = (name: string, id: string): Edit => [
  `event.${name} !== request.${id}`,
  `request.${id} && event.${name} !== request.${id}`,
];

export const headerMutants: readonly Mutant[] = [
  mutant(
    "delivery-id-optional",
    [optional("!eventId || !eventType")],
    "The id is only for diagnostics and seems unnecessary.",
  ),
  mutant(
    "event-id-optional",
    [optional("!deliveryId || !eventType"), fallback("event_id", "eventId")],
    "The body also contains the id.",
  ),
  mutant(
    "event-type-optional",
    [optional("!deliveryId || !eventId"), fallback("event_type", "eventType")],
    "The body also contains the type.",
  ),
  mutant(
    "nonce-optional",
    [
      ["!stamp || !nonce || !signature", "!stamp || !signature"],
      ["const reserved = await", "const reserved = !request.nonce || await"],
    ],
    "Without a nonce, there is nothing to reserve.",
  ),
  mutant(
    "stamp-optional",
    [
      ["!stamp || !nonce || !signature", "!nonce || !signature"],
      [
        "const stamp = readStamp(request.stamp);",
        "const stamp = readStamp(request.stamp || String(seconds));",
      ],
    ],
    "Without a timestamp, the current time is used.",
  ),
  mutant(
    "signature-optional",
    [
      ["!stamp || !nonce || !signature", "!stamp || !nonce"],
      ["!isSigned(request", "request.signature && !isSigned(request"],
    ],
    "The signature is only checked if there is one.",
  ),
  mutant(
    "headers-first-of-two",
    [[only, 'header(name)[0] ?? ""']],
    "The first of two headers is used; a proxy may have checked the second.",
  ),
  mutant(
    "headers-last-of-two",
    [[only, 'header(name).at(-1) ?? ""']],
    "The last of two headers is used; a proxy may have checked the first.",
  ),
  mutant(
    "headers-500",
    [
      [
        "if (request.missing) return { status: request.missing,",
        "if (request.missing) return { status: 500,",
      ],
    ],
    "Reading a missing header throws.",
  ),
  mutant(
    "headers-404",
    [
      [
        "if (request.missing) return { status: request.missing,",
        "if (request.missing) return { status: 404,",
      ],
    ],
    "The endpoint hides from requests that don't look like deliveries.",
  ),
];
