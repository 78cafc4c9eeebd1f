import { join } from "node:path";
import { createMock, type MockExchange, type MockRequest } from "../../../../../commands/mock/index.js";
import { readInputs } from "../../../../../reader/documents/input.js";
import { loadContracts } from "../../../../../reader/documents/load.js";
import { afterThisFile } from "../../../clean-up.js";
import { proxiedListener, responding, throughProxy } from "../../../commands/mock/proxied.js";
import { headerNames } from "./contracts.js";
import type { EntryPath } from "./entry-path.js";
import { headerJson, headerText, type PathContext } from "./path-context.js";

type Sent = Partial<Pick<MockRequest, "method" | "headers">> & {
  readonly target: string;
  readonly body?: string;
};

/** Requests to the mock server, and answers that its proxy passes on. */
export async function mockPaths({ project, schemas, subjectId }: PathContext): Promise<EntryPath[]> {
  const inputs = await readInputs([join(project.folder, "contracts", "api.openapi.json")], project.folder);
  const contracts = await loadContracts(inputs, project.folder);
  const mock = createMock(contracts, { seed: "", dynamic: false, strict: false });
  let answer = new Response(null, { status: 204 });
  const proxied = await proxiedListener(
    contracts,
    responding(() => answer),
  );
  afterThisFile(proxied.close);

  const request = (name: string, makeSent: (id: string, value: unknown) => Sent | undefined): EntryPath => ({
    name: `mock, ${name}`,
    verdicts: (schema, values) =>
      Promise.all(
        values.map(async (value) => {
          const sent = makeSent(subjectId(schema), value);
          if (sent === undefined) return undefined;
          const { method = "GET", headers = {}, body = "", target } = sent;
          const bytes = new TextEncoder().encode(body);
          return isAccepted(await mock.answer({ method, target, headers, body: bytes }), "request");
        }),
      ),
  });
  const passedOn = (
    name: string,
    makeAnswer: (value: unknown, schema: string) => Response | undefined,
  ): EntryPath => ({
    name: `mock --proxy, ${name}`,
    async verdicts(schema, values) {
      const verdicts: (boolean | undefined)[] = [];
      for (const value of values) {
        const made = makeAnswer(value, schema);
        if (made === undefined) {
          verdicts.push(undefined);
          continue;
        }
        answer = made;
        const target = `/${subjectId(schema)}/answer`;
        const exchange = await throughProxy(proxied, {
          method: "GET",
          target,
          headers: {},
          body: new Uint8Array(),
        });
        verdicts.push(isAccepted(exchange, "answer"));
      }
      return verdicts;
    },
  });
  const json = { "content-type": "application/json" };
  return [
    request("body", (id, value) => ({
      method: "POST",
      target: `/${id}/body`,
      headers: json,
      body: JSON.stringify(value),
    })),
    request("body of any application type", (id, value) => ({
      method: "POST",
      target: `/${id}/anybody`,
      headers: json,
      body: JSON.stringify(value),
    })),
    request("query as json", (id, value) => ({
      target: `/${id}/queryJson?value=${encodeURIComponent(JSON.stringify(value))}`,
    })),
    request("path as json", (id, value) => ({
      target: `/${id}/pathJson/${encodeURIComponent(JSON.stringify(value))}`,
    })),
    request("cookie as json", (id, value) => ({
      target: `/${id}/cookieJson`,
      headers: { cookie: `value=${encodeURIComponent(JSON.stringify(value))}` },
    })),
    request("header as json", (id, value) => {
      const text = headerJson(value);
      if (text === undefined) return undefined;
      return { target: `/${id}/headerJson`, headers: { [headerNames.json.toLowerCase()]: text } };
    }),
    passedOn("answer", (value) => Response.json(value, { status: 200 })),
    passedOn("answer of any media type", (value) => Response.json(value, { status: 201 })),
    passedOn("header of an answer as text", (value, schema) => {
      const text = headerText(schemas, schema, value);
      if (text === undefined) return undefined;
      return new Response(null, { status: 203, headers: { [headerNames.text]: text } });
    }),
    passedOn("header of an answer as json", (value) => {
      const text = headerJson(value);
      if (text === undefined) return undefined;
      return new Response(null, { status: 202, headers: { [headerNames.json]: text } });
    }),
  ];
}

/** Throws if a schema couldn't be used, since nothing was judged then. */
function isAccepted({ findings }: MockExchange, side: "request" | "answer"): boolean {
  const own = findings.filter((each) => each.side === side);
  const unusable = own.find(({ code }) => code === "schema-unusable");
  if (unusable !== undefined) throw new Error(unusable.message);
  return !own.some(({ level }) => level !== "warning");
}
