import { expect, it } from "vitest";
import { parse } from "yaml";
import { createMock } from "../../../commands/mock/index.js";
import { loadText, mockRequest, pets } from "../../support/commands/mock/pets.js";
import { proxiedListener, responding, throughProxy } from "../../support/commands/mock/proxied.js";

const junk = [null, 12, "x", [], {}, true, [null], { $ref: 12 }, { __proto__: null, type: {} }];

/** The tokens of every place of a value. */
function placesIn(value: unknown, at: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, item]) => placesIn(item, [...at, key]))];
}

function replaced(value: unknown, [first, ...rest]: readonly string[], by: unknown): unknown {
  if (first === undefined) return by;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value)
    ? [...value]
    : { ...(value as object) };
  (copy as Record<string, unknown>)[first] = replaced((value as Record<string, unknown>)[first], rest, by);
  return copy;
}

const requests = [
  mockRequest("GET /pets?limit=1&tags=a&filter[age]=1", { "x-trace": "1", cookie: "session=1" }),
  mockRequest(
    "POST /pets",
    { api_key: "k", "content-type": "application/x-www-form-urlencoded" },
    "name=a&parent[name]=b",
  ),
  mockRequest("POST /pets", { authorization: "Basic YTpi", prefer: "example=cat" }, { name: "Tom" }),
  mockRequest("POST /pets", {}, { name: "Tom" }),
  mockRequest("GET /pets/1", { prefer: "dynamic=true" }),
];

const listener = responding(() => Response.json([{ id: 1 }], { headers: { "x-total": "1" } }));

it("a contract with a wrong value at any place is refused, or served without a fault", async () => {
  const contract: unknown = parse(pets);
  const faults: string[] = [];
  let served = 0;
  const places = placesIn(contract).filter(
    ([first]) => first === "paths" || first === "components" || first === "servers",
  );
  // All of them at each place would take a minute.
  for (const [index, place] of places.entries())
    for (const by of [junk[index % junk.length]]) {
      const text = JSON.stringify(replaced(contract, place, by));
      const contracts = await loadText(text, "api.json").catch((error: Error) => error.message);
      if (typeof contracts === "string") continue;
      try {
        const mock = createMock(contracts, { seed: "1", dynamic: false, strict: true });
        const proxied = await proxiedListener(contracts, listener, { strict: true });
        for (const request of requests) {
          expect((await mock.answer(request)).answer.status).toBeGreaterThan(199);
          expect((await throughProxy(proxied, request)).answer.status).toBeGreaterThan(199);
        }
        await proxied.close();
        faults.push(...proxied.faults.map(String));
        served++;
      } catch (error) {
        faults.push(
          `/${place.join("/")} = ${JSON.stringify(by)}: ${(error as Error).stack?.split("\n").slice(0, 3).join(" ") ?? ""}`,
        );
      }
    }
  expect(faults).toEqual([]);
  expect(served).toBeGreaterThan(150);
}, 60_000);
