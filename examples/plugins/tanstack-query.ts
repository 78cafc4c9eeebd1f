import { definePlugin, type HttpApi, type HttpOperation, type Renderer } from "oipkit/plugin";

/** Options of this plugin, as set in `oipkit.config.ts`. */
export interface TanstackQueryOptions {
  /** Prefix of the keys of all queries and mutations. Default: the name of the API. */
  readonly key?: string;
}

/* * Generates options for TanStack Query, for any of its frameworks: a function for each operation, which returns the
 * options of a query if the operation reads, and otherwise those of a mutation.
 */
export default function tanstackQuery({ key }: TanstackQueryOptions) {
  return definePlugin({
    name: "tanstack-query",
    needs: ["client"],
    templates: { "options.ts": template },
    emit({ model, render, importPath, ...renderer }) {
      return model.apis.flatMap((api) => {
        const operations = api.operations.filter(({ kind }) => kind === "path");
        if (operations.length === 0) return [];
        const view = {
          header: renderer.fileHeader([api.source]),
          client: renderer.literal(importPath(`${api.name}/client.ts`)),
          imports: renderer.join(importNames(operations, renderer), ",\n"),
          operations: operations.map((operation) => operationView(operation, key ?? api.name, renderer)),
        };
        return [{ path: `${api.name}.ts`, text: render("options.ts", view) }];
      });
    },
  });
}

// The client itself retries what may be retried, with the same idempotency key in all attempts. A mutation that
// TanStack Query repeats would get another key and could take effect twice, hence `retry: false`.
const template = `{{header}}
import {
{{imports}},
} from {{client}};

type HttpClient = ReturnType<typeof createClient>["client"];
{{#operations}}

{{#isQuery}}
{{doc}}export function {{queryName}}(client: HttpClient, request{{optional}}: {{requestType}}) {
  return {
    queryKey: [{{key}}, {{name}}, request] as const,
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => {{call}}(client, request, { signal }).unwrap(),
    retry: false,
  };
}
{{/isQuery}}
{{^isQuery}}
{{doc}}export function {{mutationName}}(client: HttpClient) {
  return {
    mutationKey: [{{key}}, {{name}}] as const,
    mutationFn: (request: {{requestType}}) => {{call}}(client, request).unwrap(),
    retry: false,
  };
}
{{/isQuery}}
{{/operations}}
`;

function operationView(operation: HttpOperation, key: string, renderer: Renderer) {
  const { functionName, typeName, summary, parameters } = operation;
  const { code, docComment, empty, identifier, literal } = renderer;
  return {
    doc: docComment([summary ?? `Options for ${functionName}.`]),
    isQuery: isQuery(operation),
    queryName: identifier(`${functionName}Query`),
    mutationName: identifier(`${functionName}Mutation`),
    requestType: identifier(`${typeName}Request`),
    optional: parameters.some(({ required }) => required) ? empty : code`?`,
    key: literal(key),
    name: literal(functionName),
    call: identifier(functionName),
  };
}

function importNames(operations: HttpApi["operations"], { code, identifier }: Renderer) {
  const names = operations.flatMap(({ functionName, typeName }) => [
    code`  ${identifier(functionName)}`,
    code`  type ${identifier(`${typeName}Request`)}`,
  ]);
  return [code`  type createClient`, ...names];
}

/** A query must return data, but an answer without a body has none. */
function isQuery({ httpMethod, responses }: HttpOperation): boolean {
  return (
    httpMethod === "GET" &&
    responses.some(({ status, contentTypes }) => /^2|default/.test(status) && contentTypes.length > 0)
  );
}
