import type { Mutant } from "../../mutants/mutant.js";

export const requestMutants: readonly Mutant[] = [
  {
    name: "timestamp-milliseconds",
    clause: "§6.2",
    mistake: "The timestamp is in milliseconds.",
    edits: {
      "signed-request": [
        ["const timestamp = String(Math.floor(now / 1000));", "const timestamp = String(now);"],
      ],
    },
  },
  {
    name: "timestamp-rfc-3339",
    clause: "§6.2",
    mistake: "The timestamp is a date.",
    edits: {
      "signed-request": [
        [
          "const timestamp = String(Math.floor(now / 1000));",
          "const timestamp = new Date(now).toISOString();",
        ],
      ],
    },
  },
  {
    name: "timestamp-fraction",
    clause: "§6.2",
    mistake: "The timestamp has a fraction.",
    edits: {
      "signed-request": [
        ["const timestamp = String(Math.floor(now / 1000));", "const timestamp = (now / 1000).toFixed(3);"],
      ],
    },
  },
  {
    name: "timestamp-of-event",
    clause: "§6.2",
    mistake: "The timestamp is the time of the event.",
    edits: {
      "signed-request": [
        [
          "const timestamp = String(Math.floor(now / 1000));",
          'const timestamp = String(Math.floor(Date.parse(JSON.parse(delivery.text).occurred_at ?? "2026-01-01") / 1000));',
        ],
      ],
    },
  },
  {
    name: "nonce-of-endpoint",
    clause: "§6.2",
    mistake: "The nonce is constant for an application.",
    edits: {
      "signed-request": [['const nonce = randomBytes(16).toString("hex");', "const nonce = application.id;"]],
    },
  },
  {
    name: "nonce-empty",
    clause: "§6.2",
    mistake: "The nonce is empty.",
    edits: {
      "signed-request": [['const nonce = randomBytes(16).toString("hex");', 'const nonce = "";']],
    },
  },
  {
    name: "nonce-missing",
    clause: "§6.2",
    mistake: "The header of the nonce is missing.",
    edits: {
      "signed-request": [['    "x-svc-request-nonce": nonce,\n', ""]],
    },
  },
  {
    name: "timestamp-missing",
    clause: "§6.2",
    mistake: "The header of the timestamp is missing.",
    edits: {
      "signed-request": [['    "x-svc-request-timestamp": timestamp,\n', ""]],
    },
  },
  {
    name: "signature-missing",
    clause: "§6.2",
    mistake: "The signature is missing.",
    edits: {
      "signed-request": [['    "x-svc-signature": signature,\n', ""]],
    },
  },
  {
    name: "delivery-id-missing",
    clause: "§6.2",
    mistake: "The delivery id is missing.",
    edits: {
      "signed-request": [['    "x-svc-delivery-id": delivery.id,\n', ""]],
    },
  },
  {
    name: "event-id-header-of-delivery",
    clause: "§6.2",
    mistake: "The header of the event id has the delivery id.",
    edits: {
      "signed-request": [['"x-svc-event-id": delivery.eventId', '"x-svc-event-id": delivery.id']],
    },
  },
  {
    name: "event-type-without-version",
    clause: "§6.2",
    mistake: "The header of the event type lacks the version.",
    edits: {
      "signed-request": [
        [
          '"x-svc-event-type": delivery.eventType',
          '"x-svc-event-type": delivery.eventType.replace(/\\.v\\d+$/, "")',
        ],
      ],
    },
  },
  {
    name: "signature-over-parsed",
    clause: "§6.2",
    mistake: "The parsed body is signed.",
    edits: {
      "signed-request": [
        [
          "hmac.update(`${timestamp}\\n${nonce}\\n`).update(body);",
          "hmac.update(`${timestamp}\\n${nonce}\\n`).update(JSON.stringify(JSON.parse(body), null, 1));",
        ],
      ],
    },
  },
  {
    name: "signature-latin-1",
    clause: "§6.2",
    mistake: "The body is signed in Latin-1.",
    edits: {
      "signed-request": [
        [
          "hmac.update(`${timestamp}\\n${nonce}\\n`).update(body);",
          'hmac.update(`${timestamp}\\n${nonce}\\n`).update(body.toString("utf8"), "latin1");',
        ],
      ],
    },
  },
  {
    name: "signature-without-nonce",
    clause: "§6.2",
    mistake: "The nonce isn't signed.",
    edits: {
      "signed-request": [
        [
          "hmac.update(`${timestamp}\\n${nonce}\\n`).update(body);",
          "hmac.update(`${timestamp}\\n`).update(body);",
        ],
      ],
    },
  },
  {
    name: "signature-without-timestamp",
    clause: "§6.2",
    mistake: "The timestamp isn't signed.",
    edits: {
      "signed-request": [
        [
          "hmac.update(`${timestamp}\\n${nonce}\\n`).update(body);",
          "hmac.update(`${nonce}\\n`).update(body);",
        ],
      ],
    },
  },
  {
    name: "signature-with-dots",
    clause: "§6.2",
    mistake: "The parts are joined by dots.",
    edits: {
      "signed-request": [
        [
          "hmac.update(`${timestamp}\\n${nonce}\\n`).update(body);",
          "hmac.update(`${timestamp}.${nonce}.`).update(body);",
        ],
      ],
    },
  },
  {
    name: "signature-with-carriage-returns",
    clause: "§6.2",
    mistake: "The parts are joined by CR LF.",
    edits: {
      "signed-request": [
        [
          "hmac.update(`${timestamp}\\n${nonce}\\n`).update(body);",
          "hmac.update(`${timestamp}\\r\\n${nonce}\\r\\n`).update(body);",
        ],
      ],
    },
  },
  {
    name: "signature-swapped",
    clause: "§6.2",
    mistake: "Timestamp and nonce are exchanged.",
    edits: {
      "signed-request": [
        [
          "hmac.update(`${timestamp}\\n${nonce}\\n`).update(body);",
          "hmac.update(`${nonce}\\n${timestamp}\\n`).update(body);",
        ],
      ],
    },
  },
  {
    name: "signature-of-body-alone",
    clause: "§6.2",
    mistake: "Only the body is signed.",
    edits: {
      "signed-request": [["hmac.update(`${timestamp}\\n${nonce}\\n`).update(body);", "hmac.update(body);"]],
    },
  },
  {
    name: "signature-with-newline",
    clause: "§6.2",
    mistake: "A line feed is added to the body before it is signed.",
    edits: {
      "signed-request": [
        [
          "hmac.update(`${timestamp}\\n${nonce}\\n`).update(body);",
          'hmac.update(`${timestamp}\\n${nonce}\\n`).update(body).update("\\n");',
        ],
      ],
    },
  },
  {
    name: "signature-of-plaintext",
    clause: "§6.2",
    mistake: "The plaintext is signed instead of the encrypted body.",
    edits: {
      "signed-request": [
        [
          "hmac.update(`${timestamp}\\n${nonce}\\n`).update(body);",
          "hmac.update(`${timestamp}\\n${nonce}\\n`).update(withToken(delivery.text, application.token));",
        ],
      ],
    },
  },
  {
    name: "signature-with-token",
    clause: "§6.2",
    mistake: "The Verification Token signs.",
    edits: {
      "signed-request": [
        ['createHmac("sha256", application.secret)', 'createHmac("sha256", application.token)'],
      ],
    },
  },
  {
    name: "signature-sha512",
    clause: "§6.2",
    mistake: "The hash is SHA-512.",
    edits: {
      "signed-request": [['createHmac("sha256"', 'createHmac("sha512"']],
    },
  },
  {
    name: "signature-without-prefix",
    clause: "§6.2",
    mistake: "The prefix is missing.",
    edits: {
      "signed-request": [
        ['const signature = `sha256=${hmac.digest("hex")}`;', 'const signature = hmac.digest("hex");'],
      ],
    },
  },
];
