// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are fragments of source code.
import type { Mutant } from "./mutant.js";

const pattern = "/^(?:0|[1-9]\\d{0,14})$/.test(text) ? Number(text) : undefined";
const within = "Math.abs(now - stamp) <= windowSeconds";
const reserve = "await nonces.reserve(request.nonce, stamp, seconds)";
const taken = "if (expiries.has(nonce)) return false;";

const stamp = (name: string, read: string, mistake: string): Mutant => ({
  name,
  clause: "§6.2",
  mistake,
  edits: { signature: [[pattern, read]] },
});

const window = (name: string, test: string, mistake: string): Mutant => ({
  name,
  clause: "§6.3(2)",
  mistake,
  edits: { signature: [[within, test]] },
});

const nonce = (name: string, edits: Mutant["edits"], mistake: string): Mutant => ({
  name,
  clause: "§6.3(2)",
  mistake,
  edits,
});

export const freshnessMutants: readonly Mutant[] = [
  stamp("stamp-parsed-leniently", "Number.parseInt(text, 10)", "`parseInt` ignores trailing characters."),
  stamp("stamp-as-number", "Number(text)", "`Number` accepts fractions, exponents and hexadecimal digits."),
  stamp(
    "stamp-in-milliseconds-too",
    `Number(/^\\d{13}$/.test(text) ? text.slice(0, 10) : text) || undefined`,
    "Seconds and milliseconds are both accepted, for tolerance.",
  ),
  stamp("stamp-as-date", "Number(text) || Date.parse(text) / 1000", "A date is also accepted."),
  {
    name: "stamp-not-a-number",
    clause: "§6.2",
    mistake:
      "Every comparison with `NaN` is false, so a timestamp that isn't a number is never outside the window.",
    edits: {
      signature: [
        [pattern, "Number(text)"],
        [within, "!(Math.abs(now - stamp) > windowSeconds)"],
      ],
    },
  },
  stamp(
    "stamp-taken-for-milliseconds",
    "Number(text) / 1000",
    "The header is read as milliseconds, like `Date.now()`.",
  ),
  window("window-absent", "true", "The nonce alone is considered sufficient."),
  window(
    "window-past-only",
    "now - stamp <= windowSeconds",
    "Only the age is compared, which is negative for a timestamp in the future.",
  ),
  window(
    "window-future-only",
    "stamp - now <= windowSeconds",
    "The operands of the subtraction are swapped.",
  ),
  window(
    "window-ten-minutes",
    "Math.abs(now - stamp) <= 2 * windowSeconds",
    "The nonce's ten minutes are used as the window.",
  ),
  window("window-one-minute", "Math.abs(now - stamp) <= 60", "The window is narrowed for safety."),
  nonce(
    "window-in-milliseconds",
    // Two seconds more, or the result would depend on when the clock's next second begins.
    { signature: [[within, "(Math.abs(now - stamp) - 2) * 1000 <= windowSeconds"]] },
    "Seconds are compared with milliseconds.",
  ),
  nonce(
    "stale-422",
    { webhook: [['{ status: 401, outcome: "stale" }', '{ status: 422, outcome: "stale" }']] },
    "An expired timestamp is treated as invalid content.",
  ),
  nonce(
    "stale-spends-nonce",
    {
      webhook: [
        [
          "if (stamp === undefined || !isFresh(stamp, seconds)) return",
          "if (stamp === undefined || !isFresh(stamp, seconds)) return await nonces.reserve(request.nonce, seconds, seconds).catch(() => 0),",
        ],
      ],
    },
    "The nonce is reserved before the timestamp is checked.",
  ),
  nonce(
    "nonce-unchecked",
    { nonces: [[taken, ""]] },
    "Duplicates are assumed to be detected by the event id.",
  ),
  {
    ...nonce(
      "nonce-not-atomic",
      {
        nonces: [
          [
            taken,
            "if (expiries.has(nonce)) return false;\n      await new Promise((resolve) => setTimeout(resolve, 100));",
          ],
        ],
      },
      "The store is read first and written afterwards, so two simultaneous requests are both accepted.",
    ),
    only: ["6.3.2/replay-at-once"],
  },
  nonce(
    "nonce-with-body",
    { webhook: [[reserve, "await nonces.reserve(request.nonce + body, stamp, seconds)"]] },
    "The whole request is stored instead of its nonce.",
  ),
  nonce(
    "nonce-with-event",
    { webhook: [[reserve, "await nonces.reserve(`${request.eventId} ${request.nonce}`, stamp, seconds)"]] },
    "The nonce is stored together with its event's id.",
  ),
  nonce(
    "nonce-by-delivery",
    { webhook: [[reserve, "await nonces.reserve(request.deliveryId, stamp, seconds)"]] },
    "The delivery id is used as the nonce, so every retry is refused.",
  ),
  nonce(
    "nonce-of-accepted-only",
    {
      webhook: [
        [
          "const answer = await process(method, header, body);",
          'const answer = await process(method, header, body);\n    if (answer.status !== 204 && answer.outcome !== "replayed") nonces.release(header("X-SVC-Request-Nonce")[0]);',
        ],
      ],
      nonces: [["  return {\n", "  return {\n    release: (nonce) => expiries.delete(nonce),\n"]],
    },
    "The nonce is reserved in the transaction that stores the event and is rolled back with it.",
  ),
  nonce(
    "nonce-store-down-let-through",
    { webhook: [['return { status: 503, outcome: "nonce-store-down" };', ""]] },
    "Deliveries are accepted during an outage of the nonce store.",
  ),
  nonce(
    "nonce-store-down-500",
    {
      webhook: [
        ['{ status: 503, outcome: "nonce-store-down" }', '{ status: 500, outcome: "nonce-store-down" }'],
      ],
    },
    "The store's error isn't caught, and the framework answers.",
  ),
  nonce(
    "replay-204",
    { webhook: [['{ status: 401, outcome: "replayed" }', '{ status: 204, outcome: "replayed" }']] },
    "A repeated nonce is treated as a harmless duplicate.",
  ),
  nonce(
    "replay-409",
    { webhook: [['{ status: 401, outcome: "replayed" }', '{ status: 409, outcome: "replayed" }']] },
    "A repeated nonce is treated as a conflict.",
  ),
];
