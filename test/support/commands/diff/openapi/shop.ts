import type { ChangeFinding, Party } from "../../../../../commands/diff/comparison.js";
import { findingsBetween } from "../version-of.js";

/** A small API, as data that each test changes. */
export function api() {
  return {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url: "https://api.example" }],
    security: [{ key: [] as string[] }],
    paths: {
      "/orders/{id}": {
        get: {
          operationId: "readOrder",
          parameters: [
            { name: "id", in: "path", required: true, schema: { type: "string" } },
            { name: "expand", in: "query", schema: { type: "array", items: { type: "string" } } },
          ] as Record<string, unknown>[],
          responses: {
            200: {
              description: "The order.",
              headers: { ETag: { required: true, schema: { type: "string" } } } as Record<string, unknown>,
              content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } } as Record<
                string,
                unknown
              >,
            },
          } as Record<string, Record<string, unknown>>,
        },
      },
      "/orders": {
        post: {
          operationId: "createOrder",
          security: [{ token: ["orders:write"] }, { key: [] }] as Record<string, string[]>[],
          requestBody: {
            required: true,
            content: { "application/json": { schema: { $ref: "#/components/schemas/NewOrder" } } } as Record<
              string,
              unknown
            >,
          } as Record<string, unknown>,
          responses: { 201: { description: "Created." } } as Record<string, Record<string, unknown>>,
          callbacks: {
            paid: {
              "{$request.body#/url}": {
                post: {
                  requestBody: {
                    content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } },
                  },
                  responses: { 204: { description: "Received." } },
                },
              },
            },
          },
        },
      },
    } as unknown as Record<string, Record<string, never>>,
    components: {
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-Key" },
        token: { type: "http", scheme: "bearer" },
      } as Record<string, unknown>,
      schemas: {
        Order: {
          type: "object",
          required: ["id", "status"],
          properties: {
            id: { type: "string" },
            status: { enum: ["open", "paid"] },
            note: { type: "string" },
            carrier: { type: "string", "x-extensible-enum": ["dhl", "ups"] },
          } as Record<string, unknown>,
        } as Record<string, unknown>,
        NewOrder: {
          type: "object",
          required: ["item"],
          properties: { item: { type: "string", maxLength: 20 }, gift: { type: "boolean" } } as Record<
            string,
            unknown
          >,
        } as Record<string, unknown>,
      } as Record<string, Record<string, unknown>>,
    },
  };
}
/** The API. */
export type Api = ReturnType<typeof api>;
type Operation = Record<string, never> & { responses: Record<string, Record<string, never>> };

/** `GET /orders/{id}`. */
export const get = (one: Api) =>
  one.paths["/orders/{id}"]?.get as unknown as Operation & { parameters: object[] };
/** `POST /orders`. */
export const post = (one: Api) => one.paths["/orders"]?.post as unknown as Operation & Record<string, object>;
/** What an answer and a callback hold. */
export const order = (one: Api) => one.components.schemas.Order as { required: string[]; properties: object };
/** What a request holds. */
export const newOrder = (one: Api) =>
  one.components.schemas.NewOrder as { required: string[]; properties: object };

/** The findings of a change, from the side of those who must keep working. */
export async function changed(
  change: (current: Api) => unknown,
  { keep = ["consumer"], before = () => undefined }: { keep?: Party[]; before?: (old: Api) => unknown } = {},
): Promise<readonly ChangeFinding[]> {
  const [old, current] = [api(), api()];
  before(old);
  before(current);
  change(current);
  return findingsBetween(old, current, { keep: new Set(keep) });
}

/** Level, code and subjects. */
export const brief = (findings: readonly ChangeFinding[]) =>
  findings.map(({ code, level, subjects }) => `${level} ${code}: ${subjects.join(" | ")}`);
