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
    "The id is for diagnostics only and seems to be needless.",
  ),
  mutant(
    "event-id-optional",
    [optional("!deliveryId || !eventType"), fallback("event_id", "eventId")],
    "The body has the id, too.",
  ),
  mutant(
    "event-type-optional",
    [optional("!deliveryId || !eventId"), fallback("event_type", "eventType")],
    "The body has the type, too.",
  ),
  mutant(
    "nonce-optional",
    [
      ["!stamp || !nonce || !signature", "!stamp || !signature"],
      ["const reserved = await", "const reserved = !request.nonce || await"],
    ],
    "Without a nonce there is nothing to reserve.",
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
    "Without a stamp the current time is taken.",
  ),
  mutant(
    "signature-optional",
    [
      ["!stamp || !nonce || !signature", "!stamp || !nonce"],
      ["!isSigned(request", "request.signature && !isSigned(request"],
    ],
    "A signature is only checked where there is one.",
  ),
  mutant(
    "headers-first-of-two",
    [[only, 'header(name)[0] ?? ""']],
    "The first of two headers is taken; a proxy may have checked the second.",
  ),
  mutant(
    "headers-last-of-two",
    [[only, 'header(name).at(-1) ?? ""']],
    "The last of two headers is taken; a proxy may have checked the first.",
  ),
  mutant(
    "headers-500",
    [
      [
        "if (request.missing) return { status: request.missing,",
        "if (request.missing) return { status: 500,",
      ],
    ],
    "Reading a header that isn't there throws.",
  ),
  mutant(
    "headers-404",
    [
      [
        "if (request.missing) return { status: request.missing,",
        "if (request.missing) return { status: 404,",
      ],
    ],
    "What doesn't look like a delivery is hidden from.",
  ),
];
