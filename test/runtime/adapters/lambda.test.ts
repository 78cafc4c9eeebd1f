import type {
  ALBEvent,
  APIGatewayProxyEvent,
  APIGatewayProxyEventV2,
  APIGatewayProxyHandler,
  APIGatewayProxyHandlerV2,
} from "aws-lambda";
import { describe, expect, it } from "vitest";
import { toLambdaHandler } from "../../../runtime/adapters/lambda.js";
import type { SignedDelivery } from "../../../runtime/webhook/index.js";
import { acmeReceiver, delivery } from "../../support/runtime/webhook/acme.js";

/** An event of a REST API in API Gateway. */
function rest(
  { headers, body }: SignedDelivery,
  changes: Partial<APIGatewayProxyEvent> = {},
): APIGatewayProxyEvent {
  return {
    resource: "/hook",
    path: "/hook",
    httpMethod: "POST",
    headers: { Host: "abc.execute-api.eu-central-1.amazonaws.com", ...headers },
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: null,
    stageVariables: null,
    requestContext: { stage: "prod" } as APIGatewayProxyEvent["requestContext"],
    body: Buffer.from(body).toString("utf8"),
    isBase64Encoded: false,
    ...changes,
  };
}

/** An event of an HTTP API or a function URL: header names in lower case, repeated headers joined by a comma. */
function http(
  { headers, body }: SignedDelivery,
  changes: Partial<APIGatewayProxyEventV2> = {},
): APIGatewayProxyEventV2 {
  return {
    version: "2.0",
    routeKey: "$default",
    rawPath: "/hook",
    rawQueryString: "",
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    requestContext: { http: { method: "POST", path: "/hook" } } as APIGatewayProxyEventV2["requestContext"],
    body: Buffer.from(body).toString("base64"),
    isBase64Encoded: true,
    ...changes,
  };
}

/** An event of a load balancer whose target group sends multi-value headers. */
function balancer({ headers, body }: SignedDelivery): ALBEvent {
  return {
    requestContext: { elb: { targetGroupArn: "arn:aws:elasticloadbalancing:…" } },
    httpMethod: "POST",
    path: "/hook",
    multiValueHeaders: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value]]),
    ),
    body: Buffer.from(body).toString("base64"),
    isBase64Encoded: true,
  };
}

const event = { meta: { id: "e", topic: "acme.news" }, ü: "😀" };
const verification = {
  headers: { "content-type": "application/json", "Acme-Hello": "hello" },
  body: Buffer.from('{"kind":"hello","echo":"☃","ticket":"t"}'),
};

describe.each([
  ["a REST API", rest],
  ["an HTTP API", http],
  ["a load balancer", balancer],
])("behind %s", (name, make) => {
  it("passes the raw bytes to the receiver", async () => {
    const { receiver, inbox } = acmeReceiver();
    const result = await toLambdaHandler(receiver)(make(delivery({ event })));
    expect(result).toMatchObject({ statusCode: 202, body: "", isBase64Encoded: false });
    expect((await inbox.list())[0]?.event).toEqual(event);
  });

  it("answers a connection verification", async () => {
    const { receiver } = acmeReceiver();
    const result = await toLambdaHandler(receiver)(make(verification as unknown as SignedDelivery));
    expect([result.statusCode, result.body]).toEqual([203, '{"echo":"☃"}']);
    expect(result.headers ?? result.multiValueHeaders).toEqual(
      name === "a load balancer"
        ? { "content-type": ["application/json"] }
        : { "content-type": "application/json" },
    );
  });

  it("answers 413 to a body over the limit", async () => {
    const { receiver } = acmeReceiver({ maxBodyBytes: 10 });
    const result = await toLambdaHandler(receiver)(make(delivery()));
    expect(result.statusCode).toBe(413);
    expect(result.headers ?? result.multiValueHeaders).toEqual({});
  });
});

describe("a repeated header", () => {
  it.each(["Acme-Delivery", "Acme-Sign"])("refuses %s", async (name) => {
    const { receiver, outcomes } = acmeReceiver();
    const handler = toLambdaHandler(receiver);
    const made = delivery();
    const once = made.headers[name] ?? "";
    const twice = { ...rest(made).multiValueHeaders, [name]: [once, "second"] };
    await handler(rest(made, { multiValueHeaders: twice }));
    await handler(http(made, { headers: { ...http(made).headers, [name.toLowerCase()]: `${once},second` } }));
    expect(outcomes.map(({ code }) => code)).toEqual(["header-repeated", "header-repeated"]);
  });
});

describe.each([
  ["a REST API", rest],
  ["an HTTP API", http],
  ["a load balancer", balancer],
])("behind %s, a captured delivery", (_name, make) => {
  it.each(["Acme-Time", "Acme-Once", "Acme-Sign", "Acme-Delivery"])(
    "isn't accepted again under a folded %s",
    async (name) => {
      const { receiver, inbox, outcomes } = acmeReceiver();
      const handler = toLambdaHandler(receiver);
      const made = delivery();
      expect((await handler(make(made))).statusCode).toBe(202);
      const value = made.headers[name] ?? "";
      for (const added of [0x80, 0x100, 0x200, 0x300, 0xff00]) {
        const folded = String.fromCharCode(value.charCodeAt(0) + added) + value.slice(1);
        const result = await handler(make({ ...made, headers: { ...made.headers, [name]: folded } }));
        expect(result.statusCode).toBeGreaterThanOrEqual(400);
      }
      expect(outcomes.slice(1).map(({ code }) => code)).toEqual(Array(5).fill("header-malformed"));
      expect(await inbox.list()).toHaveLength(1);
    },
  );
});

it("answers other methods and missing bodies", async () => {
  const { receiver } = acmeReceiver();
  const handler = toLambdaHandler(receiver);
  expect(await handler(rest(delivery(), { httpMethod: "GET", body: null }))).toMatchObject({
    statusCode: 405,
    headers: { allow: "POST" },
  });
  const { body: _, ...bare } = http(delivery(), { isBase64Encoded: false });
  expect(await handler(bare)).toMatchObject({ statusCode: 403 });
});

it("refuses a body that middleware has parsed, unless it kept the text", async () => {
  const { receiver, inbox } = acmeReceiver();
  const faults: Error[] = [];
  const handler = toLambdaHandler(receiver, { onFault: (fault) => faults.push(fault) });
  const made = rest(delivery());
  const parsed = { ...made, body: JSON.parse(made.body ?? "") };
  expect((await handler(parsed)).statusCode).toBe(500);
  expect(faults).toMatchObject([{ code: "body-already-parsed" }]);
  expect(await inbox.list()).toEqual([]);
  expect((await handler({ ...parsed, rawBody: made.body } as typeof parsed)).statusCode).toBe(202);
});

it("refuses an event that isn't a request", async () => {
  const handler = toLambdaHandler(acmeReceiver().receiver);
  await expect(handler({ source: "aws.events" } as never)).rejects.toMatchObject({
    code: "unsupported-lambda-event",
  });
});

describe("handlers that run before the answer", () => {
  it("run only with `drainMs`, after the commit, and no longer than that", async () => {
    const { receiver, inbox } = acmeReceiver();
    const recorded: number[] = [];
    const draining = {
      ...receiver,
      async drain() {
        recorded.push((await inbox.list()).length);
        await new Promise(() => {});
      },
    };
    expect((await toLambdaHandler(draining)(rest(delivery()))).statusCode).toBe(202);
    expect(recorded).toEqual([]);
    const again = rest(delivery({ event: { ...event } }));
    expect((await toLambdaHandler(draining, { drainMs: 1 })(again)).statusCode).toBe(202);
    expect(recorded).toEqual([2]);
  });

  it("don't change the answer when they fail", async () => {
    const faults: Error[] = [];
    const draining = { ...acmeReceiver().receiver, drain: () => Promise.reject(new Error("no database")) };
    const handler = toLambdaHandler(draining, { drainMs: 1000, onFault: (fault) => faults.push(fault) });
    expect((await handler(rest(delivery()))).statusCode).toBe(202);
    expect(faults.map(({ message }) => message)).toEqual(["no database"]);
  });
});

it("has the types that AWS gives its handlers", () => {
  const handler = toLambdaHandler(acmeReceiver().receiver);
  const v1: APIGatewayProxyHandler = (event) => handler(event);
  const v2: APIGatewayProxyHandlerV2 = (event) => handler(event);
  expect([typeof v1, typeof v2]).toEqual(["function", "function"]);
});
