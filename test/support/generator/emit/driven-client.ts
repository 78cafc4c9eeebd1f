import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { AnyAnswer, HttpClient } from "../../../../runtime/http/index.js";
import { contractFolder, generateFrom } from "./contract-folder.js";
import { typeCheck } from "./type-check.js";

/** A request that reached the fake `fetch`. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  /** As a server reads it. */
  readonly body: Request;
}

type Call = (request?: object, options?: object) => Promise<AnyAnswer>;
type Groups = Readonly<Record<string, Readonly<Record<string, Call>>>>;

/** A client generated from an OpenAPI document, and its types. */
export interface GeneratedClient {
  /** Type errors of lines that use `./api/client.js`, each with its line. A line that must not compile begins with `!`. */
  errors(lines: readonly string[]): string[];
  /** A client whose requests go to `answer`; by default each is answered with 204. */
  connect(
    options?: object,
    answer?: (sent: Sent) => Response,
  ): { readonly client: HttpClient; readonly groups: Groups; readonly sent: readonly Sent[] };
}

/** The parts of an OpenAPI document that a test is about. */
export interface Described {
  readonly openapi?: string;
  readonly paths: object;
  readonly [part: string]: unknown;
}

const info = { title: "t", version: "1" };

/** Generates the client of a document; `files` lie next to it. */
export async function generatedClient(
  described: Described,
  files: Readonly<Record<string, object>> = {},
  int64?: "bigint" | "string",
): Promise<GeneratedClient> {
  const document = { openapi: "3.1.0", info, ...described };
  const generated = await generateFrom([await contractFolder({ "api.openapi.json": document, ...files })], {
    only: int64 === undefined ? ["types", "client"] : ["types", "client", "validators"],
    int64,
  });
  const folder = await contractFolder({
    "package.json": '{ "type": "module" }',
    ...(int64 === undefined
      ? { "api/client.ts": generated.get("api/client.ts") ?? "" }
      : Object.fromEntries(generated)),
  });
  const load = (file: string): Promise<unknown> => import(pathToFileURL(join(folder, file)).href);
  const { createClient } = (await load("api/client.ts")) as {
    createClient: (options: object) => { client: HttpClient } & Groups;
  };
  // What a value is, if not a number, its validator must know.
  const validation = int64 === undefined ? {} : ((await load("api/validation.ts")) as object);
  return {
    errors(lines) {
      const code = lines.map((line) =>
        line.startsWith("!") ? `// @ts-expect-error\n${line.slice(1)}` : line,
      );
      const use = `import * as api from "./api/client.js";\nimport type { operations, paths } from "./api/types.js";\n${code.join("\n")}\n`;
      return typeCheck(new Map([...generated, ["use.ts", use]])).map(
        (error) => `${error} ${use.split("\n")[Number(error.split(":")[1]) - 1]}`,
      );
    },
    connect(
      options = { baseUrl: "https://api.example.com" },
      answer = () => new Response(null, { status: 204 }),
    ) {
      const sent: Sent[] = [];
      const { client, ...groups } = createClient({
        retry: false,
        ...validation,
        fetch: async (url: string, init: RequestInit) => {
          const body = new Request(url, init);
          const one = { method: body.method, url, headers: new Headers(init.headers), body };
          sent.push(one);
          return answer(one);
        },
        ...options,
      });
      return { client, groups: groups as unknown as Groups, sent };
    },
  };
}
