import type { Mutant } from "../../mutants/mutant.js";

export const retriesMutants: readonly Mutant[] = [
  {
    name: "delivery-id-of-attempt",
    clause: "§6.4",
    mistake: "The delivery id changes with each attempt.",
    edits: {
      deliveries: [
        [
          "signedRequest(delivery, application, clock.now())",
          "signedRequest({ ...delivery, id: `delivery_${randomUUID()}` }, application, clock.now())",
        ],
      ],
    },
  },
  {
    name: "event-id-of-attempt",
    clause: "§6.4",
    mistake: "The event id in the header changes with each attempt.",
    edits: {
      deliveries: [
        [
          "signedRequest(delivery, application, clock.now())",
          "signedRequest({ ...delivery, eventId: `${delivery.eventId}_${delivery.made}` }, application, clock.now())",
        ],
      ],
    },
  },
  {
    name: "correlation-id-of-attempt",
    clause: "§6.4",
    mistake: "The correlation id changes with each attempt.",
    edits: {
      deliveries: [
        [
          "signedRequest(delivery, application, clock.now())",
          'signedRequest({ ...delivery, text: delivery.text.replace(/"correlation_id":"[^"]*"/, `"correlation_id":"cor_${randomUUID()}"`) }, application, clock.now())',
        ],
      ],
    },
  },
  {
    name: "content-of-attempt",
    clause: "§6.4",
    mistake: "The event carries the number of the attempt.",
    edits: {
      deliveries: [
        [
          "signedRequest(delivery, application, clock.now())",
          'signedRequest({ ...delivery, text: delivery.text.replace(/}$/, `,"attempt":${delivery.made}}`) }, application, clock.now())',
        ],
      ],
    },
  },
  {
    name: "bytes-of-attempt",
    clause: "§6.4",
    mistake: "The event is serialized in another form when it is sent again.",
    edits: {
      deliveries: [
        [
          "signedRequest(delivery, application, clock.now())",
          "signedRequest({ ...delivery, text: delivery.made === 0 ? delivery.text : JSON.stringify(JSON.parse(delivery.text), null, 1) }, application, clock.now())",
        ],
      ],
    },
  },
  {
    name: "request-kept",
    clause: "§6.4",
    mistake: "The first request is sent again byte for byte.",
    edits: {
      deliveries: [
        [
          "signedRequest(delivery, application, clock.now())",
          "(delivery.request ??= signedRequest(delivery, application, clock.now()))",
        ],
      ],
    },
  },
  {
    name: "nonce-kept",
    clause: "§6.4",
    mistake: "A retry repeats the nonce.",
    edits: {
      "signed-request": [
        [
          'const nonce = randomBytes(16).toString("hex");',
          'const nonce = (delivery.nonce ??= randomBytes(16).toString("hex"));',
        ],
      ],
    },
  },
  {
    name: "timestamp-kept",
    clause: "§6.4",
    mistake: "A retry repeats the timestamp.",
    edits: {
      "signed-request": [
        [
          "const timestamp = String(Math.floor(now / 1000));",
          "const timestamp = (delivery.timestamp ??= String(Math.floor(now / 1000)));",
        ],
      ],
    },
  },
  {
    name: "iv-kept",
    clause: "§6.4",
    mistake: "A retry repeats the initialization vector.",
    edits: {
      "signed-request": [
        ["const iv = randomBytes(16);", "const iv = (ivs[text] ??= randomBytes(16));"],
        ["/** The event as JSON", "const ivs = {};\n\n/** The event as JSON"],
      ],
    },
  },
  {
    name: "delivery-id-of-application",
    clause: "§6.2",
    mistake: "The delivery id is that of the application.",
    edits: {
      deliveries: [["id: `delivery_${randomUUID()}`", "id: `delivery_${application.id}`"]],
    },
  },
];
