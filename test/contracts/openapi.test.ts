import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createConfig, lint } from "@redocly/openapi-core";
import openapiTS from "openapi-typescript";
import { afterEach, describe, expect, it, vi } from "vitest";
import { parse } from "yaml";
import { apiRoutes } from "../../platform/sandbox/api/api-route.js";

const contracts = new URL("../../contracts/", import.meta.url);
type Node = Readonly<Record<string, unknown>>;
const read = (path: string): Node => parse(readFileSync(new URL(path, contracts), "utf8")) as Node;

const documents = ["platform.openapi.yaml", "receiver.openapi.yaml", "probe.openapi.yaml"];
const [platform, receiver, probe] = documents.map(read) as [Node, Node, Node];

function at(document: Node, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((node, token) => (node as Node)[token], document);
}

function resolved(document: Node, value: unknown): Node {
  const node = value as Node;
  if (typeof node.$ref === "string" && node.$ref.startsWith("#/"))
    return at(document, node.$ref.slice(1)) as Node;
  return node;
}

interface Operation {
  readonly method: string;
  readonly place: string;
  readonly node: Node;
  /** In the form `header X-Name`, with a question mark after an optional parameter. */
  readonly parameters: readonly string[];
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

function listOperations(document: Node, items: unknown): Operation[] {
  return Object.entries(items as Record<string, Node>).flatMap(([place, item]) =>
    methods
      .filter((method) => method in item)
      .map((method) => {
        const node = item[method] as Node;
        const parameters = [
          ...((item.parameters ?? []) as unknown[]),
          ...((node.parameters ?? []) as unknown[]),
        ]
          .map((parameter) => resolved(document, parameter))
          .map(({ in: where, name, required }) => `${where} ${name}${required === true ? "" : "?"}`);
        return { method: method.toUpperCase(), place, node, parameters };
      }),
  );
}

function operationAnswers(document: Node, operation: Operation): Record<string, Node> {
  const answers = Object.entries(operation.node.responses as Node);
  return Object.fromEntries(answers.map(([status, answer]) => [status, resolved(document, answer)]));
}

describe.each(documents)("%s", (name) => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("passes the linter", async () => {
    const config = await createConfig({ extends: ["minimal"] });
    expect(await lint({ ref: fileURLToPath(new URL(name, contracts)), config })).toEqual([]);
  });

  it("compiles to types without a warning", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    const types = await openapiTS(new URL(name, contracts));
    expect(types.length).toBeGreaterThan(0);
    expect(warned).not.toHaveBeenCalled();
  });

  it("has a summary and a description for every operation", () => {
    const document = read(name);
    const tags = (document.tags as Node[]).map((tag) => tag.name);
    const items = { ...(document.paths as Node), ...(document.webhooks as Node) };
    const discovered = (document.components as Node).pathItems ?? {};
    const operations = [...listOperations(document, items), ...listOperations(document, discovered)];
    expect(new Set(operations.map(({ node }) => node.operationId)).size).toBe(operations.length);
    for (const { node } of operations) {
      expect(node).toMatchObject({
        operationId: expect.stringMatching(/^[a-z]+(?:[A-Z][a-z]+)+$/),
        summary: expect.stringMatching(/\S/),
        description: expect.stringMatching(/\S/),
      });
      for (const tag of node.tags as unknown[]) expect(tags).toContain(tag);
    }
  });
});

describe("the platform's API", () => {
  const base = "/open-platform/v1";
  const snapshot = `${base}/applications/{id}/events/{event_id}/access-snapshot`;
  // Copied by hand from §4.1 to §4.3. No other section has paths.
  const routes: Readonly<Record<string, readonly [operationId: string, scope: string]>> = {
    [`GET ${base}/products`]: ["listProducts", "commerce.catalog.read"],
    [`POST ${base}/checkout-sessions`]: ["createCheckoutSession", "commerce.checkout.create"],
    [`GET ${base}/operations/{id}`]: ["getOperation", "commerce.checkout.read"],
    [`GET ${base}/subscriptions`]: ["listSubscriptions", "commerce.subscription.read"],
    [`GET ${base}/subscriptions/{id}`]: ["getSubscription", "commerce.subscription.read"],
    [`POST ${base}/subscriptions/{id}:cancel`]: ["cancelSubscription", "commerce.subscription.manage"],
    [`POST ${base}/subscriptions/{id}:change-plan`]: [
      "changeSubscriptionPlan",
      "commerce.subscription.manage",
    ],
    [`POST ${snapshot}`]: ["createAccessSnapshot", "openplatform.api.invoke"],
  };
  const discovery = "GET /.well-known/openid-configuration";
  const operations = new Map(
    listOperations(platform, platform.paths).map((each) => [`${each.method} ${each.place}`, each]),
  );
  it("never has more public operations than there are, and the sandbox serves no other", () => {
    const { count, excluding } = platform["x-public-operations"] as {
      readonly count: number;
      readonly excluding: readonly string[];
    };
    expect({ count, excluding }).toEqual({ count: 28, excluding: [routes[`POST ${snapshot}`]?.[0]] });
    const discovered = listOperations(platform, (platform.components as Node).pathItems);
    const ids = [...operations.values(), ...discovered].map(({ node }) => String(node.operationId));
    expect(ids.filter((id) => !excluding.includes(id)).length).toBeLessThanOrEqual(count);
    expect(apiRoutes.map(({ id }) => id).sort()).toEqual(
      Object.values(routes)
        .map(([id]) => id)
        .sort(),
    );
  });

  const operation = (route: string): Operation => {
    const found = operations.get(route);
    if (found === undefined) throw new Error(`no ${route}`);
    return found;
  };

  it("has exactly the documented routes", () => {
    expect([...operations.keys()].sort()).toEqual([discovery, ...Object.keys(routes)].sort());
  });

  it.each(Object.entries(routes))("requires the scope of %s", (route, [operationId, scope]) => {
    expect(operation(route).node).toMatchObject({ operationId, security: [{ openId: [scope] }] });
    expect(at(platform, "/components/securitySchemes/openId/type")).toBe("openIdConnect");
  });

  it("requires authorization for every operation except discovery", () => {
    expect(platform.security).toEqual([{ openId: [] }]);
    const open = [...operations].filter(([, { node }]) => (node.security as unknown[]).length === 0);
    expect(open.map(([route]) => route)).toEqual([discovery]);
  });

  it("requires an Idempotency-Key for each command and no other operation", () => {
    const keyed = (mark: string): string[] =>
      [...operations]
        .filter(([, { parameters }]) => parameters.includes(`header Idempotency-Key${mark}`))
        .map(([, { node }]) => node.operationId as string);
    expect(keyed("")).toEqual(["createCheckoutSession", "cancelSubscription", "changeSubscriptionPlan"]);
    expect(keyed("?")).toEqual(["createAccessSnapshot"]);
  });

  it("has only documented parameters", () => {
    const others = [...operations].map(([route, { parameters }]) => [
      route.split(" ")[1],
      parameters.filter((name) => !name.startsWith("header Idempotency-Key")),
    ]);
    for (const [path, parameters] of others) {
      const names = [...String(path).matchAll(/\{(\w+)\}/g)].map(([, name]) => `path ${name}`);
      expect(parameters).toEqual(names);
    }
  });

  it("leaves commerce bodies and all error responses unspecified", () => {
    const commerce = Object.keys(routes).filter((route) => !route.endsWith("/access-snapshot"));
    for (const route of commerce) {
      const each = operation(route);
      expect(operationAnswers(platform, each)).toEqual({
        "2XX": expect.objectContaining({
          content: { "*/*": { schema: { "x-unspecified": "§4.2" } } },
        }),
        default: expect.objectContaining({ content: { "*/*": { schema: { "x-unspecified": "§7.2" } } } }),
      });
      const body = each.node.requestBody && resolved(platform, each.node.requestBody).content;
      const unspecified = { "application/json": { schema: { "x-unspecified": "§4.2" } } };
      expect(body).toEqual(each.method === "POST" ? unspecified : undefined);
      expect(each.node["x-environments"]).toEqual(["sandbox"]);
    }
  });

  it("serves discovery at the issuer, and everything else at the API's base URL", () => {
    const servers = (node: Node): unknown[] => (node.servers as Node[]).map(({ url }) => url);
    expect(servers(platform)).toEqual(["{base_url}"]);
    expect(servers(at(platform, "/paths/~1.well-known~1openid-configuration") as Node)).toEqual(["{issuer}"]);
  });

  it("refers to members of the discovery document instead of paths for identity endpoints", () => {
    const items = (platform.components as Node).pathItems as Record<string, Node>;
    const found = listOperations(platform, items).map(({ method, place, node }) => [
      `${method} ${items[place]?.["x-discovered"]}`,
      node.security,
    ]);
    expect(Object.fromEntries(found)).toEqual({
      "POST token_endpoint": [],
      "GET authorization_endpoint": [],
      "POST authorization_endpoint": [],
      "GET end_session_endpoint": [],
    });
    const members = at(platform, "/components/schemas/OpenIdConfiguration/properties") as Node;
    for (const item of Object.values(items)) expect(members).toHaveProperty(item["x-discovered"] as string);
  });
});

describe("the receiver", () => {
  const delivery = [
    "header X-SVC-Delivery-ID",
    "header X-SVC-Event-ID",
    "header X-SVC-Event-Type",
    "header X-SVC-Request-Timestamp",
    "header X-SVC-Request-Nonce",
    "header X-SVC-Test-Delivery?",
    "header X-SVC-Signature",
  ];
  // From §6.1, §6.2, §6.8 and §7.1. After the bar: answers that aren't documented but good practice.
  const webhooks = [
    {
      name: "eventDelivery",
      headers: delivery,
      answers: "204 401 422 503 | 405 413 415",
      seconds: undefined,
    },
    {
      name: "connectionVerification",
      headers: ["header X-SVC-Webhook-Verification"],
      answers: "200 | 405 413 415 422",
      seconds: 1,
    },
    { name: "synchronousCallback", headers: delivery, answers: "401 422 | 200 405 413 415 503", seconds: 5 },
  ];
  const operations = listOperations(receiver, receiver.webhooks);

  it("has no other webhooks", () => {
    expect(operations.map(({ method, place }) => `${method} ${place}`)).toEqual(
      webhooks.map(({ name }) => `POST ${name}`),
    );
    expect(receiver.paths).toBeUndefined();
  });

  it.each(webhooks)(
    "accepts $name and answers as the platform expects",
    ({ name, headers, answers, seconds }) => {
      const operation = operations.find(({ place }) => place === name) as Operation;
      const found = Object.entries(operationAnswers(receiver, operation));
      const statuses = (info: boolean): string =>
        found
          .filter(([, answer]) => (answer["x-level"] === "info") === info)
          .map(([status]) => status)
          .join(" ");
      expect(operation.parameters).toEqual(headers);
      expect(`${statuses(false)} | ${statuses(true)}`).toBe(answers);
      expect(operation.node["x-timeout-seconds"]).toBe(seconds);
      expect(Object.keys(resolved(receiver, operation.node.requestBody).content as Node)).toEqual([
        "application/json",
      ]);
    },
  );

  it("acknowledges an event with an empty body", () => {
    expect(at(receiver, "/webhooks/eventDelivery/post/responses/204")).not.toHaveProperty("content");
  });
});

describe("the probe", () => {
  it("has the six calls of the conformance suite", () => {
    const found = listOperations(probe, probe.paths).map((each) => [
      `${each.method} ${each.place}`,
      [...each.parameters, ...Object.keys(operationAnswers(probe, each))],
    ]);
    expect(Object.fromEntries(found)).toEqual({
      "GET /handlers": ["200", "404"],
      "GET /inbox/{event_id}": ["path event_id", "200"],
      "GET /resources/{resource_id}": ["path resource_id", "200"],
      "PUT /faults": ["204"],
      "GET /leaks": ["query needle", "200", "507"],
      "POST /restart": ["204", "404"],
    });
  });
});
