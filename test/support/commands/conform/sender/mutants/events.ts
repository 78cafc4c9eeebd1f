import type { Mutant } from "../../mutants/mutant.js";

export const eventsMutants: readonly Mutant[] = [
  {
    name: "unsubscribed-delivered",
    clause: "§6",
    mistake: "What isn't subscribed is delivered.",
    edits: {
      events: [["if (!endpoint?.event_types.includes(type))", "if (!endpoint)"]],
    },
  },
  {
    name: "ungranted-delivered",
    clause: "§6",
    mistake: "The grant is ignored.",
    edits: {
      events: [["if (!granted.includes(type))", "if (granted.length === 0)"]],
      deliveries: [
        ["if (!application.granted.includes(delivery.eventType))", "if (application.granted.length === 0)"],
      ],
    },
  },
  {
    name: "grant-of-publication",
    clause: "§6",
    mistake: "The grant is compared only when the event is published.",
    edits: {
      deliveries: [
        ["if (!application.granted.includes(delivery.eventType))", "if (application.granted.length === 0)"],
      ],
    },
  },
  {
    name: "additions-dropped",
    clause: "§6.2",
    mistake: "Only the first ten members of an event are kept.",
    edits: {
      deliveries: [
        [
          "text: JSON.stringify(event),",
          "text: JSON.stringify(Object.fromEntries(Object.entries(event).slice(0, 10))),",
        ],
      ],
    },
  },
  {
    name: "event-wrapped",
    clause: "§6.2",
    mistake: "The event is wrapped in another object.",
    edits: {
      deliveries: [["text: JSON.stringify(event),", "text: JSON.stringify({ event }),"]],
    },
  },
  {
    name: "test-id-of-event",
    clause: "§6.3",
    mistake: "The event id of a test has another prefix.",
    edits: {
      events: [["evt_webhook_test_", "evt_test_"]],
    },
  },
  {
    name: "test-ids-constant",
    clause: "§6.7",
    mistake: "The event id of tests is constant.",
    edits: {
      events: [["`evt_webhook_test_${randomUUID()}`", '"evt_webhook_test_1"']],
    },
  },
  {
    name: "test-product-constant",
    clause: "§6.7",
    mistake: "Tests ignore the product that is bound.",
    edits: {
      events: [['product ?? "webhook_test_product"', '"webhook_test_product"']],
    },
  },
  {
    name: "test-product-empty",
    clause: "§6.7",
    mistake: "Without a product, a test has an empty code.",
    edits: {
      events: [['product ?? "webhook_test_product"', 'product ?? ""']],
    },
  },
  {
    name: "test-incomplete",
    clause: "§6.7",
    mistake: "A test lacks a field.",
    edits: {
      events: [["      party_id: `party_test_${randomUUID()}`,\n", ""]],
    },
  },
  {
    name: "test-incomplete-data",
    clause: "§6.7",
    mistake: "A test lacks the fields of its data.",
    edits: {
      events: [['      status: "active",\n', ""]],
    },
  },
  {
    name: "test-in-production",
    clause: "§6.7",
    mistake: "Tests are sent in production.",
    edits: {
      events: [['environment === "production"', 'environment === "none"']],
    },
  },
  {
    name: "test-of-inactive",
    clause: "§6.7",
    mistake: "Tests of an inactive application are sent.",
    edits: {
      events: [["if (!active)", "if (active === undefined)"]],
    },
  },
  {
    name: "test-without-endpoint",
    clause: "§6.7",
    mistake: "A test without an endpoint is queued.",
    edits: {
      events: [['return "there is no verified endpoint"', "return undefined"]],
    },
  },
  {
    name: "test-refused-silently",
    clause: "§6.7",
    mistake: "A test is refused without a reason.",
    edits: {
      events: [['return "tests are for the sandbox"', 'return ""']],
    },
  },
  {
    name: "test-of-any-type",
    clause: "§6.7",
    mistake: "Tests of other events are sent.",
    edits: {
      events: [['type.startsWith("oem.subscription.") ? undefined', "type.length > 0 ? undefined"]],
    },
  },
  {
    name: "test-retried",
    clause: "§6.7",
    mistake: "Tests are retried.",
    edits: {
      deliveries: [
        ['delivery.kind === "event" && delivery.made < maxAttempts', "delivery.made < maxAttempts"],
      ],
    },
  },
  {
    name: "test-pauses",
    clause: "§6.7",
    mistake: "Failed tests pause the endpoint.",
    edits: {
      deliveries: [['if (delivery.kind === "event") countFailure', "countFailure"]],
    },
  },
  {
    name: "test-in-plaintext",
    clause: "§6.7",
    mistake: "Tests are always plaintext.",
    edits: {
      "signed-request": [
        [
          "bodyOf(delivery.text, application)",
          'bodyOf(delivery.text, delivery.kind === "test" ? { ...application, encryptKey: null } : application)',
        ],
      ],
    },
  },
];
