import { describe, expect, it } from "vitest";
import { type Api, brief, changed, get, post } from "../../../support/commands/diff/openapi/shop.js";

const order = { operationId: "readOrder", parameters: { id: "$response.body#/id" } };
const subject = "POST /orders, response 201, link `order`";

/** The findings if a link of `POST /orders` becomes another one. */
function linked(
  old: object | undefined,
  current: object | undefined,
  change: (one: Api) => unknown = () => {},
) {
  const give = (one: Api, link: object | undefined) =>
    Object.assign(post(one).responses["201"] ?? {}, { links: link === undefined ? {} : { order: link } });
  return changed(
    (api) => {
      give(api, current);
      change(api);
    },
    { keep: ["consumer", "provider"], before: (api) => give(api, old) },
  );
}

function pathParameterRenamed(api: Api): void {
  const item = api.paths["/orders/{id}"] ?? {};
  Object.assign(get(api).parameters[0] ?? {}, { name: "order" });
  delete api.paths["/orders/{id}"];
  api.paths["/orders/{order}"] = item;
}

describe("links of a response", () => {
  it.each<[string, object, ((one: Api) => unknown)?]>([
    ["nothing", order],
    [
      "the operation named by a reference",
      { ...order, operationId: undefined, operationRef: "#/paths/~1orders~1{id}/get" },
    ],
    ["the place of a parameter named", { ...order, parameters: { "path.id": "$response.body#/id" } }],
    [
      "a path parameter renamed",
      { ...order, parameters: { order: "$response.body#/id" } },
      pathParameterRenamed,
    ],
    ["a description", { ...order, description: "The new order." }],
    [
      "the link moved to the components",
      { $ref: "#/components/links/order" },
      (one) => Object.assign(one.components, { links: { order } }),
    ],
  ])("is silent: %s", async (_, current, change) => {
    expect(await linked(order, current, change)).toEqual([]);
  });

  it("keep their target if its operationId changes", async () => {
    const findings = await linked(order, { ...order, operationId: "getOrder" }, (one) =>
      Object.assign(get(one), { operationId: "getOrder" }),
    );
    expect(brief(findings)).toEqual(["error operation-id-changed: GET /orders/{id}"]);
  });

  it.each<[string, object, string]>([
    [
      "another operation",
      { ...order, operationId: "createOrder" },
      "the link leads to POST /orders instead of GET /orders/{}",
    ],
    [
      "another expression",
      { ...order, parameters: { id: "$response.body#/uuid" } },
      "the link gives its operation other parameters, or takes them from another place",
    ],
    [
      "a body",
      { ...order, requestBody: "$response.body" },
      "the link takes the body of its request from another place",
    ],
    [
      "another server",
      { ...order, server: { url: "https://eu.example" } },
      "the link leads to another server",
    ],
  ])("warn those who follow them: %s", async (_, current, message) => {
    const findings = await linked(order, current);
    expect(brief(findings)).toEqual([`warning link-changed: ${subject}`]);
    expect(findings[0]).toMatchObject({ message, affects: ["consumer"] });
  });

  it("may be added, and are missed if they are removed", async () => {
    expect(brief(await linked(undefined, order))).toEqual([`info link-added: ${subject}`]);
    const removed = await linked(order, undefined);
    expect(brief(removed)).toEqual([`warning link-removed: ${subject}`]);
    expect(removed[0]?.message).toBe("the link to GET /orders/{} was removed");
  });
});
