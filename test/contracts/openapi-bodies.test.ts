import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { parse } from "yaml";

const contracts = new URL("../../contracts/", import.meta.url);
const read = (path: string): object => parse(readFileSync(new URL(path, contracts), "utf8")) as object;

// The documents aren't schemas, so strict mode would refuse the parts around the schemas.
const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false });
for (const name of ["platform.openapi.yaml", "receiver.openapi.yaml", "probe.openapi.yaml"])
  ajv.addSchema(read(name), `file:///${name}`);
for (const name of readdirSync(new URL("schemas/", contracts))) {
  ajv.addSchema(read(`schemas/${name}`), `file:///schemas/${name}`);
}
const body = (ref: string) => ajv.compile({ $ref: `file:///${ref}` });
const json = "/content/application~1json/schema";
const invocation = "platform.openapi.yaml#/paths/~1open-platform~1v1~1applications~1%7Bid%7D~1events";
const event = { event_id: "evt_1", event_type: "payment.succeeded.v1", verification_token: "t" };
const callback = { ...event, event_type: "token.agent.action.v1" };
const record = { event_id: "evt_1", event_type: "a.v1", delivery_id: "d", event: {}, test: false };
const token = { grant_type: "client_credentials", client_id: "c", client_secret: "s" };
const { verification_token: _, ...withoutToken } = event;
const cases: readonly [name: string, ref: string, valid: readonly unknown[], invalid: readonly unknown[]][] =
  [
    [
      "a delivery has its token or is encrypted",
      `receiver.openapi.yaml#/components/requestBodies/Delivery${json}`,
      [event, { ...event, extra: null }, { encrypt: "AA==" }],
      [
        withoutToken,
        { ...event, verification_token: 1 },
        { encrypt: "AA==", extra: 1 },
        { verification_token: "t" },
        [],
      ],
    ],
    [
      "a callback has the named type",
      `receiver.openapi.yaml#/components/requestBodies/Callback${json}`,
      [callback, { ...callback, any: { thing: 1 } }, { encrypt: "AA==" }],
      [event, { ...callback, verification_token: undefined }],
    ],
    [
      "a snapshot request is an empty object",
      `${invocation}~1%7Bevent_id%7D~1access-snapshot/post/requestBody${json}`,
      [{}],
      [{ event_id: "evt_1" }, [], null],
    ],
    [
      "a token request has client credentials",
      "platform.openapi.yaml#/components/schemas/ServiceTokenRequest",
      [token],
      [
        { ...token, grant_type: "password" },
        { ...token, client_secret: undefined },
      ],
    ],
    [
      "a token answer has a token",
      "platform.openapi.yaml#/components/schemas/TokenAnswer",
      [{ access_token: "a" }, { access_token: "a", expires_in: "soon" }],
      [{}, { access_token: 1 }],
    ],
    [
      "a record of the probe may have a correlation id of null, but must have the property",
      "probe.openapi.yaml#/components/schemas/ProbeInbox",
      [{ records: [] }, { records: [{ ...record, correlation_id: null }] }],
      [{ records: [record] }, { records: null }],
    ],
    [
      "a resource of the probe has no applied version if it is unknown",
      "probe.openapi.yaml#/components/schemas/ProbeResource",
      [
        { applied_version: null, pending_versions: [] },
        { applied_version: 1, pending_versions: [3] },
      ],
      [{ applied_version: 0, pending_versions: [] }, { pending_versions: [] }],
    ],
  ];

it.each(cases)("%s", (_name, ref, valid, invalid) => {
  const validate = body(ref);
  // A JSON round trip removes members that are `undefined`.
  const check = (value: unknown): boolean => validate(JSON.parse(JSON.stringify(value)));
  expect(valid.map(check)).toEqual(valid.map(() => true));
  expect(invalid.map(check)).toEqual(invalid.map(() => false));
});
