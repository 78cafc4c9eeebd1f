import type { Mutant } from "../../mutants/mutant.js";

export const endpointMutants: readonly Mutant[] = [
  {
    name: "proof-not-required",
    clause: "§3.5",
    mistake: "No proof is required.",
    edits: {
      endpoints: [["verifications.proves(proof, application, url) ? undefined", "verifications ? undefined"]],
    },
  },
  {
    name: "proof-required-once",
    clause: "§3.5",
    mistake: "Only the first URL requires a proof.",
    edits: {
      endpoints: [
        ["if (endpoint?.url === url) return undefined;", "if (endpoint !== null) return undefined;"],
      ],
    },
  },
  {
    name: "proof-always-required",
    clause: "§3.5",
    mistake: "Every save requires a proof.",
    edits: {
      endpoints: [["    if (endpoint?.url === url) return undefined;\n", ""]],
    },
  },
  {
    name: "url-not-changed",
    clause: "§3.5",
    mistake: "A saved URL can't be changed.",
    edits: {
      endpoints: [["url: wish.url,\n          event", "url: endpoint?.url ?? wish.url,\n          event"]],
    },
  },
  {
    name: "old-endpoint-kept",
    clause: "§8",
    mistake: "Deliveries go to the old URL after a change.",
    edits: {
      endpoints: [["url: wish.url,\n          event", "url: endpoint?.url ?? wish.url,\n          event"]],
    },
  },
  {
    name: "no-types",
    clause: "§2.8",
    mistake: "An endpoint without event types is saved.",
    edits: {
      endpoints: [["if (types.length === 0)", "if (types === null)"]],
    },
  },
  {
    name: "types-emptied",
    clause: "§2.8",
    mistake: "The event types of an endpoint can be emptied.",
    edits: {
      endpoints: [["if (types.length === 0)", "if (types.length === 0 && endpoint === null)"]],
    },
  },
  {
    name: "event-types-lost",
    clause: "§2.8",
    mistake: "Editing callback types loses the event types.",
    edits: {
      endpoints: [["wish.event_types ?? endpoint?.event_types ?? []", "wish.event_types ?? []"]],
    },
  },
  {
    name: "callback-types-lost",
    clause: "§2.8",
    mistake: "Editing event types loses the callback types.",
    edits: {
      endpoints: [["wish.callback_types ?? endpoint?.callback_types ?? []", "wish.callback_types ?? []"]],
    },
  },
  {
    name: "callback-types-required",
    clause: "§2.8",
    mistake: "Callback types are required.",
    edits: {
      endpoints: [
        ["if (types.length === 0)", "if (types.length === 0 || arguments[1].callback_types?.length === 0)"],
      ],
    },
  },
  {
    name: "save-repeated",
    clause: "§6.9",
    mistake: "A save ignores the operation identifier.",
    edits: {
      endpoints: [
        ["if (operation && operations.has(operation))", 'if (operation === "" && operations.has(operation))'],
      ],
    },
  },
  {
    name: "revision-ignored",
    clause: "§7.3",
    mistake: "A save ignores the revision.",
    edits: {
      endpoints: [["if (revision !== undefined && revision", "if (revision === null && revision"]],
    },
  },
  {
    name: "refused-without-reason",
    clause: "§7.3",
    mistake: "A conflict has no reason.",
    edits: {
      endpoints: [['return "the endpoint has changed since"', 'return ""']],
    },
  },
];
