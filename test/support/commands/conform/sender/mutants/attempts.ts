import type { Mutant } from "../../mutants/mutant.js";

export const attemptsMutants: readonly Mutant[] = [
  {
    name: "retry-on-400",
    clause: "§6.9",
    mistake: "400 is tried again.",
    edits: {
      deliveries: [["const retried = [408, 425, 429];", "const retried = [408, 425, 429, 400];"]],
    },
  },
  {
    name: "retry-on-401",
    clause: "§6.9",
    mistake: "401 is tried again.",
    edits: {
      deliveries: [["const retried = [408, 425, 429];", "const retried = [408, 425, 429, 401];"]],
    },
  },
  {
    name: "retry-on-403",
    clause: "§6.9",
    mistake: "403 is tried again.",
    edits: {
      deliveries: [["const retried = [408, 425, 429];", "const retried = [408, 425, 429, 403];"]],
    },
  },
  {
    name: "retry-on-404",
    clause: "§6.9",
    mistake: "404 is tried again.",
    edits: {
      deliveries: [["const retried = [408, 425, 429];", "const retried = [408, 425, 429, 404];"]],
    },
  },
  {
    name: "retry-on-410",
    clause: "§6.9",
    mistake: "410 is tried again.",
    edits: {
      deliveries: [["const retried = [408, 425, 429];", "const retried = [408, 425, 429, 410];"]],
    },
  },
  {
    name: "retry-on-422",
    clause: "§6.9",
    mistake: "422 is tried again.",
    edits: {
      deliveries: [["const retried = [408, 425, 429];", "const retried = [408, 425, 429, 422];"]],
    },
  },
  {
    name: "retry-on-every-4xx",
    clause: "§6.9",
    mistake: "Every 4xx is tried again.",
    edits: {
      deliveries: [["status >= 500;", "status >= 400;"]],
    },
  },
  {
    name: "no-retry-on-408",
    clause: "§6.9",
    mistake: "408 is final.",
    edits: {
      deliveries: [["const retried = [408, 425, 429];", "const retried = [425, 429];"]],
    },
  },
  {
    name: "no-retry-on-425",
    clause: "§6.9",
    mistake: "425 is final.",
    edits: {
      deliveries: [["const retried = [408, 425, 429];", "const retried = [408, 429];"]],
    },
  },
  {
    name: "no-retry-on-429",
    clause: "§6.9",
    mistake: "429 is final.",
    edits: {
      deliveries: [["const retried = [408, 425, 429];", "const retried = [408, 425];"]],
    },
  },
  {
    name: "no-retry-on-503",
    clause: "§6.9",
    mistake: "503 is final.",
    edits: {
      deliveries: [["status >= 500;", "status === 500;"]],
    },
  },
  {
    name: "no-retry-after-network-failure",
    clause: "§6.9",
    mistake: "A network failure is final.",
    edits: {
      deliveries: [["error !== undefined || retried", 'error === "timeout" || retried']],
    },
  },
  {
    name: "no-retry-after-time-out",
    clause: "§6.9",
    mistake: "A time-out is final.",
    edits: {
      deliveries: [["error !== undefined || retried", 'error === "network" || retried']],
    },
  },
  {
    name: "no-retry",
    clause: "§6.9",
    mistake: "Nothing is tried again.",
    edits: {
      deliveries: [["const mayRetry = delivery.kind", "const mayRetry = false && delivery.kind"]],
    },
  },
  {
    name: "ninth-attempt",
    clause: "§6.9",
    mistake: "There are nine attempts.",
    edits: {
      deliveries: [["const maxAttempts = 8;", "const maxAttempts = 9;"]],
    },
  },
  {
    name: "ninth-attempt-off-by-one",
    clause: "§6.9",
    mistake: "The limit is compared too late.",
    edits: {
      deliveries: [["delivery.made < maxAttempts", "delivery.made <= maxAttempts"]],
    },
  },
  {
    name: "attempts-without-limit",
    clause: "§6.9",
    mistake: "Attempts aren't limited.",
    edits: {
      deliveries: [['delivery.kind === "event" && delivery.made < maxAttempts', 'delivery.kind === "event"']],
    },
  },
];
