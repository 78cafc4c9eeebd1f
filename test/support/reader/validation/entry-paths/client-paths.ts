import { headerNames } from "./contracts.js";
import type { EntryPath } from "./entry-path.js";
import { headerJson, headerText, isListedAs, isPlain, type PathContext } from "./path-context.js";

type Call = (client: unknown, request?: object) => Promise<unknown>;
type ClientModule = Readonly<Record<string, Call>> & {
  readonly createClient: (options: object) => { readonly client: unknown };
};

/** What a call is made with, and what the fake server answers. */
interface Exchange {
  readonly operation: string;
  readonly request?: object;
  readonly answer?: () => Response;
}

/** Requests and answers of a generated client with `validation`. */
export async function clientPaths({ project, schemas, subjectId }: PathContext): Promise<EntryPath[]> {
  const api = await project.load<ClientModule>("api/client");
  const { validation } = await project.load<{ readonly validation: unknown }>("api/validation");

  let answered: Exchange["answer"];
  const { client } = api.createClient({
    baseUrl: "https://api.example",
    retry: false,
    validation,
    fetch: async () => answered?.() ?? new Response(null, { status: 204 }),
  });
  const accepts = async ({ operation, request, answer }: Exchange): Promise<boolean | undefined> => {
    answered = answer;
    const call = api[operation];
    if (call === undefined) throw new Error(`no operation ${operation}`);
    try {
      await call(client, request);
      return true;
    } catch (error) {
      const { code } = error as { readonly code?: unknown };
      if (code === "contract-violation") return false;
      // This value can't be written here.
      if (code === "invalid-request") return undefined;
      throw error;
    }
  };

  const path = (
    name: string,
    exchange: (id: string, value: unknown, schema: string) => Exchange | undefined,
  ): EntryPath => ({
    name: `client, ${name}`,
    verdicts: async (schema, values) => {
      const found: (boolean | undefined)[] = [];
      // One after another, because they share a client.
      for (const value of values) {
        const made = exchange(subjectId(schema), value, schema);
        found.push(made === undefined ? undefined : await accepts(made));
      }
      return found;
    },
  });

  const parameter = (where: string, form: "Text" | "Json"): EntryPath => {
    const header = form === "Text" ? "xText" : "xJson";
    const key = where === "Header" ? header : "value";
    return path(`${where.toLowerCase()} as ${form.toLowerCase()}`, (id, value) => {
      // `null` means that a parameter isn't sent.
      if (value === null || (form === "Text" && !isPlain(value))) return undefined;
      return { operation: `${id}${where}${form}`, request: { [key]: value } };
    });
  };

  const isListed = await isListedAs(project, "validators/api.operations.ts");

  return [
    path("body", (id, body) => ({ operation: `${id}Body`, request: { body } })),
    path("body of any application type", (id, body) => ({
      operation: `${id}AnyBody`,
      request: { body, contentType: "application/json" },
    })),
    path("answer", (id, value) => ({
      operation: `${id}Answer`,
      answer: () => Response.json(value, { status: 200 }),
    })),
    path("answer of any media type", (id, value) => ({
      operation: `${id}Answer`,
      answer: () => Response.json(value, { status: 201 }),
    })),
    path("header of an answer as json", (id, value) => {
      const text = headerJson(value);
      if (text === undefined) return undefined;
      const init = { status: 202, headers: { [headerNames.json]: text } };
      return { operation: `${id}Answer`, answer: () => new Response(null, init) };
    }),
    path("header of an answer as text", (id, value, schema) => {
      const text = headerText(schemas, schema, value);
      const what = `the header \`${headerNames.text}\` of the answer 203 of \`${id}Answer\``;
      if (text === undefined || isListed(what)) return undefined;
      const init = { status: 203, headers: { [headerNames.text]: text } };
      return { operation: `${id}Answer`, answer: () => new Response(null, init) };
    }),
    ...(["Query", "Header", "Cookie", "Path"] as const).flatMap((where) => [
      parameter(where, "Text"),
      parameter(where, "Json"),
    ]),
  ];
}
