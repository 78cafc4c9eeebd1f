import { describe, expect, it } from "vitest";
import { compareTexts, outlined } from "../../../support/commands/diff/compare-texts.js";
import { type Data, document } from "../../../support/commands/diff/events/small-events.js";

const payload = { type: "object", properties: { id: { type: "string" } } };

function broker(channel: Data, more: Data = {}) {
  return document({
    channels: { signups: { address: "signups/{region}", messages: { Signup: { payload } }, ...channel } },
    operations: { publish: { action: "send", channel: { $ref: "#/channels/signups" } } },
    ...more,
  });
}

async function outline(...[old, current, ...keep]: Parameters<typeof compareTexts>): Promise<string[]> {
  return outlined(await compareTexts(old, current, ...keep));
}

describe("channels", () => {
  it("knows a channel by its address, whatever its key and its parameters are called", async () => {
    const renamed = document({
      channels: {
        users: {
          address: "signups/{area}",
          parameters: { area: { description: "Where." } },
          messages: { Registered: { payload } },
        },
      },
      operations: { send: { action: "send", channel: { $ref: "#/channels/users" } } },
    });
    expect(await outline(broker({ parameters: { region: {} } }), renamed, "consumer", "provider")).toEqual(
      [],
    );
  });

  it("finds another address, a removed channel and a new one", async () => {
    expect(await outline(broker({}), broker({ address: "v2/signups/{region}" }))).toEqual([
      "error channel-address-changed #/channels/signups/address",
    ]);
    const other = document({ channels: { news: { address: "news", messages: { News: { payload } } } } });
    expect(await outline(broker({}), other)).toEqual([
      "info channel-added #/channels/news",
      "error channel-removed #/channels/signups",
    ]);
  });

  it("finds other values of a parameter, in the direction that matters", async () => {
    const of = (...values: string[]) => broker({ parameters: { region: { enum: values } } });
    expect(await compareTexts(of("eu", "us"), of("eu"))).toMatchObject([
      { code: "channel-parameter-changed", level: "error", message: "the parameter can no longer be `us`" },
    ]);
    expect(await compareTexts(of("eu"), of("us", "eu"))).toMatchObject([{ level: "info" }]);
    expect(await compareTexts(of("eu"), of("eu", "us"), "provider")).toMatchObject([{ level: "error" }]);
  });

  it("compares bindings by what is on the wire", async () => {
    const of = (http: Data, kafka: Data = {}) =>
      broker(
        { bindings: { kafka } },
        {
          operations: {
            publish: {
              action: "send",
              channel: { $ref: "#/channels/signups" },
              bindings: { http: { bindingVersion: "0.3.0", ...http } },
            },
          },
        },
      );
    expect(await outline(of({ method: "POST" }), of({ method: "PUT" }))).toEqual([
      "error event-binding-changed #/operations/publish/bindings",
    ]);
    expect(
      await outline(of({}), of({ bindingVersion: "0.4.0" }, { partitions: 3 }), "consumer", "provider"),
    ).toEqual(["info event-binding-changed #/channels/signups/bindings"]);
    const query = (type: string) => of({ query: { type: "object", properties: { a: { type } } } });
    expect(await compareTexts(query("integer"), query("string"))).toMatchObject([
      { code: "schema-widened", subjects: ["channel `signups/{region}`, message `Signup`, `http.query`"] },
    ]);
  });
});

describe("servers", () => {
  const at = (servers: Data) => broker({}, { servers });
  const main = { host: "broker.example.com", protocol: "mqtt" };

  it("knows a server by its address, not by its key", async () => {
    expect(
      await outline(at({ a: main }), at({ b: { ...main, description: "The one." } }), "consumer", "provider"),
    ).toEqual([]);
    expect(await outline(at({ a: main }), at({ a: { ...main, host: "other.example.com" } }))).toEqual([
      "error event-server-changed #/servers/a",
    ]);
    expect(await outline(at({ a: main }), at({ a: main, b: { ...main, host: "b.example.com" } }))).toEqual([
      "info event-server-added #/servers/b",
    ]);
  });

  it("finds that an authentication is no longer enough", async () => {
    const secured = (...security: Data[]) => at({ a: { ...main, security } });
    const [password, certificate] = [{ type: "userPassword" }, { type: "X509" }];
    expect(await outline(secured(), secured(password))).toEqual([
      "error security-changed #/servers/a/security",
    ]);
    expect(await outline(secured(password), secured(password, certificate))).toEqual([
      "info security-changed #/servers/a/security",
    ]);
    expect(await outline(secured(password, certificate), secured(certificate, password))).toEqual([]);
  });

  it("finds a channel that is only on some servers now", async () => {
    const servers = { a: main, b: { ...main, host: "b.example.com" } };
    const some = broker({ servers: [{ $ref: "#/servers/b" }] }, { servers });
    expect(await outline(broker({}, { servers }), some)).toEqual([
      "error channel-servers-changed #/channels/signups/servers",
    ]);
  });
});
