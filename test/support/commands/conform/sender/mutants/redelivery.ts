import type { Mutant } from "../../mutants/mutant.js";

export const redeliveryMutants: readonly Mutant[] = [
  {
    name: "seven-attempts",
    clause: "§6.9",
    mistake: "There are seven attempts.",
    edits: {
      deliveries: [["const maxAttempts = 8;", "const maxAttempts = 7;"]],
    },
  },
  {
    name: "only-204-succeeds",
    clause: "§6.9",
    mistake: "Only 204 counts as success.",
    edits: {
      deliveries: [["status >= 200 && status <= 299", "status === 204"]],
    },
  },
  {
    name: "success-not-recorded",
    clause: "§6.9",
    mistake: "A success is sent again.",
    edits: {
      deliveries: [
        [
          '      delivery.state = "delivered";\n',
          '      if (delivery.made > 1) delivery.state = "delivered";\n      else delivery.due = clock.now() + firstWaitMs;\n',
        ],
      ],
    },
  },
  {
    name: "failed-removed",
    clause: "§6.9",
    mistake: "Failed deliveries are removed.",
    edits: {
      deliveries: [
        [
          '    delivery.state = "failed";\n    if (delivery.kind',
          '    delivery.state = "failed";\n    all.splice(all.indexOf(delivery), 1);\n    if (delivery.kind',
        ],
      ],
    },
  },
  {
    name: "attempts-not-recorded",
    clause: "§6.9",
    mistake: "Attempts aren't recorded.",
    edits: {
      deliveries: [["delivery.attempts.push(", "[].push("]],
    },
  },
  {
    name: "secret-of-publication",
    clause: "§6.9",
    mistake: "A delivery keeps the secret that was active when it was published.",
    edits: {
      deliveries: [
        ["      made: 0,", "      made: 0,\n      signer: { ...application },"],
        ["signedRequest(delivery, application,", "signedRequest(delivery, delivery.signer,"],
      ],
    },
  },
  {
    name: "secret-logged",
    clause: "§6.9",
    mistake: "The log has the secret.",
    edits: {
      deliveries: [['journal.write("attempt", {', 'journal.write("attempt", { secret: application.secret,']],
    },
  },
  {
    name: "body-stored",
    clause: "§6.9",
    mistake: "The body is stored with its token.",
    edits: {
      deliveries: [
        ["delivery.made += 1;", 'delivery.made += 1;\n    delivery.sent = body.toString("utf8");'],
      ],
    },
  },
  {
    name: "redirect-of-delivery-followed",
    clause: "§6.9",
    mistake: "Redirects of deliveries are followed.",
    edits: {
      post: [
        [
          'call.on("response", (response) => {',
          'call.on("response", (response) => {\n      const { location } = response.headers;\n      if (location) return resolve(post(location, headers, body, { timeoutMs, maxBytes }));',
        ],
      ],
    },
  },
  {
    name: "redelivery-of-copy",
    clause: "§6.9",
    mistake: "Redelivery publishes a copy.",
    edits: {
      events: [
        [
          '      known.state = "pending";\n',
          '      deliveries.add(application, JSON.parse(known.text), "event");\n',
        ],
      ],
    },
  },
  {
    name: "redelivery-with-new-event-id",
    clause: "§6.9",
    mistake: "Redelivery makes a new event.",
    edits: {
      events: [
        [
          '      known.state = "pending";\n',
          '      deliveries.add(application, { ...JSON.parse(known.text), event_id: randomUUID() }, "event");\n',
        ],
      ],
    },
  },
  {
    name: "redelivery-not-idempotent",
    clause: "§6.9",
    mistake: "Redelivery ignores the operation identifier.",
    edits: {
      events: [["if (operations.has(operation)) return", 'if (operations.has("")) return']],
    },
  },
  {
    name: "redelivery-not-audited",
    clause: "§6.9",
    mistake: "Redelivery isn't audited.",
    edits: {
      events: [["audit.push({", "[].push({"]],
    },
  },
  {
    name: "redelivery-audited-each-time",
    clause: "§6.9",
    mistake: "Each request of a redelivery is audited.",
    edits: {
      events: [
        [
          "      if (operations.has(operation)) return { accepted: true };\n",
          '      if (operations.has(operation)) audit.push({ application: application.id, action: "redelivered", event_id: eventId });\n      if (operations.has(operation)) return { accepted: true };\n',
        ],
      ],
    },
  },
  {
    name: "redelivery-of-unknown",
    clause: "§6.9",
    mistake: "Redelivery of an unknown event is accepted.",
    edits: {
      events: [['return { accepted: false, reason: "unknown event" }', "return { accepted: true }"]],
    },
  },
  {
    name: "redelivery-without-effect",
    clause: "§6.9",
    mistake: "Redelivery does nothing.",
    edits: {
      events: [['      known.state = "pending";\n', ""]],
    },
  },
  {
    name: "redelivery-counts-on",
    clause: "§6.4",
    mistake: "Redelivery sends the failed request again.",
    edits: {
      deliveries: [
        [
          "signedRequest(delivery, application, clock.now())",
          "(delivery.request ??= signedRequest(delivery, application, clock.now()))",
        ],
      ],
    },
  },
];
