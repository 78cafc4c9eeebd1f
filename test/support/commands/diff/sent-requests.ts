import { createMock, type Mock, type MockRequest } from "../../../../commands/mock/index.js";
import { json } from "../../../../reader/text/json.js";
import { writeMultipart, writeUrlEncoded } from "../../../../runtime/http/request/form-body.js";
import { UnwritableValue } from "../../../../runtime/http/request/parameter-value.js";
import {
  writeCookie,
  writeStyledHeader,
  writeStyledPath,
  writeStyledQuery,
} from "../../../../runtime/http/request/styled-parameters.js";
import { loadVersion } from "./version-of.js";

/** A schema of a contract. */
export type Schema = Readonly<Record<string, unknown>>;

/** Where a value is sent, and how. */
export interface Sending {
  readonly where: "path" | "query" | "header" | "cookie" | "form" | "multipart";
  readonly style?: string;
  readonly explode?: boolean;
}

/** The media types of bodies. */
const mediaTypes: Readonly<Partial<Record<Sending["where"], string>>> = {
  form: "application/x-www-form-urlencoded",
  multipart: "multipart/form-data",
};

/** A contract with one operation, to which a value of the schema is sent: in a form, as its field `x`. */
export function sendingContract({ where, ...how }: Sending, schema: Schema, openapi = "3.1.0"): Schema {
  const mediaType = mediaTypes[where];
  const encoding = Object.keys(how).length === 0 ? {} : { encoding: { x: how } };
  const request =
    mediaType === undefined
      ? { parameters: [{ name: "x", in: where, required: where === "path", schema, ...how }] }
      : {
          requestBody: {
            content: { [mediaType]: { schema: { type: "object", properties: { x: schema } }, ...encoding } },
          },
        };
  const operation = { operationId: "a", ...request, responses: { 204: { description: "d" } } };
  const path = where === "path" ? "/a/{x}" : "/a";
  return { openapi, info: { title: "t", version: "1" }, paths: { [path]: { post: operation } } };
}

/** The request that a client sends; `undefined` if it can't write the value, or sends nothing. */
export async function sentRequest(sending: Sending, value: unknown): Promise<MockRequest | undefined> {
  try {
    return await written(sending, value);
  } catch (error) {
    if (error instanceof UnwritableValue || error instanceof URIError || error instanceof TypeError)
      return undefined;
    throw error;
  }
}

async function written({ where, ...how }: Sending, value: unknown): Promise<MockRequest | undefined> {
  const empty: MockRequest = { method: "POST", target: "/a", headers: {}, body: new Uint8Array() };
  const descriptor = { name: "x", in: where, ...how } as never;
  const member = { name: "x", value: value as never, descriptor };
  switch (where) {
    case "path": {
      const text = writeStyledPath(member as never);
      return text === "" ? undefined : { ...empty, target: `/a/${text}` };
    }
    case "query": {
      const query: string[] = [];
      writeStyledQuery({ query } as never, member);
      return query.length === 0 ? undefined : { ...empty, target: `/a?${query.join("&")}` };
    }
    case "header": {
      const headers = new Headers();
      writeStyledHeader({ headers } as never, member);
      return { ...empty, headers: Object.fromEntries(headers) };
    }
    case "cookie": {
      const cookies: string[] = [];
      writeCookie({ cookies } as never, member);
      return cookies.length === 0 ? undefined : { ...empty, headers: { cookie: cookies.join("; ") } };
    }
    case "form": {
      const text = writeUrlEncoded({ x: value }, { x: how as never });
      const body = new TextEncoder().encode(text);
      return text === "" ? undefined : { ...empty, body, headers: { "content-type": mediaTypes.form ?? "" } };
    }
    case "multipart": {
      const { body, contentType } = writeMultipart({ x: value }, { x: how as never });
      const bytes = new Uint8Array(await body.arrayBuffer());
      return { ...empty, body: bytes, headers: { "content-type": contentType } };
    }
  }
}

/** Whether the mock server of a contract accepts a request. */
export async function mockJudge(contract: Schema): Promise<(request: MockRequest) => Promise<boolean>> {
  const { contracts } = await loadVersion({ "a.openapi.json": json(contract) });
  const mock: Mock = createMock(contracts, { seed: "1", dynamic: false, strict: false });
  return async (request) => {
    const { findings } = await mock.answer(request);
    return findings.length === 0;
  };
}
