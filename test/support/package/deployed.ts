import { expect, it } from "vitest";
import { exampleDelivery } from "../examples/example-delivery.js";
import { settings } from "./frameworks.js";

/** The basic tests of an endpoint on any platform; details are tested elsewhere. */
export function describeDeployed(url: () => string): void {
  const send = async (
    body: Uint8Array | string,
    headers: Readonly<Record<string, string>>,
  ): Promise<[number, string]> => {
    const response = await fetch(url(), { method: "POST", headers, body: body as BodyInit });
    return [response.status, await response.text()];
  };

  it("accepts an event, and refuses a replay of the request", async () => {
    const { headers, body } = exampleDelivery(settings);
    expect(await send(body, headers)).toEqual([204, ""]);
    expect(await send(body, headers)).toEqual([401, ""]);
  });

  it("receives every byte and every header line", async () => {
    const altered = exampleDelivery(settings);
    expect(await send(Buffer.concat([altered.body, Buffer.from("\n")]), altered.headers)).toEqual([401, ""]);
    const { headers, body } = exampleDelivery(settings);
    const [name] = Object.keys(headers).filter((each) => each.endsWith("Delivery-ID"));
    const twice = new Headers(headers);
    twice.append(name ?? "", "second");
    const response = await fetch(url(), { method: "POST", headers: twice, body: new Uint8Array(body) });
    expect([name, response.status]).toEqual([expect.stringMatching(/./), 422]);
  });

  it("answers a connection verification", async () => {
    const request = '{"type":"url_verification","challenge":"☃","token":"t"}';
    const headers = { "content-type": "application/json", "x-svc-webhook-verification": "url_verification" };
    expect(await send(request, headers)).toEqual([200, '{"challenge":"☃"}']);
  });

  it("refuses other methods and bodies over the limit", async () => {
    const response = await fetch(url());
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
    const { headers } = exampleDelivery(settings);
    expect(await send(new Uint8Array(1_100_000), headers)).toEqual([413, ""]);
  });
}
