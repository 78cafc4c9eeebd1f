type Json = { readonly [key: string]: unknown };

/**
 * A document whose parameters all have a `schema`. openapi-typescript reads nothing else, so a parameter that is
 * declared by `content` gets the schema of its media type.
 */
export function withParameterSchemas(document: Json): Json {
  const { paths, webhooks, components } = document as { [key: string]: Json | undefined };
  const { parameters, pathItems } = (components ?? {}) as { [key: string]: Json | undefined };
  return {
    ...document,
    ...(paths && { paths: mapValues(paths, pathItem) }),
    ...(webhooks && { webhooks: mapValues(webhooks, pathItem) }),
    ...(components && {
      components: {
        ...components,
        ...(parameters && { parameters: mapValues(parameters, parameter) }),
        ...(pathItems && { pathItems: mapValues(pathItems, pathItem) }),
      },
    }),
  };
}

function pathItem(value: unknown): unknown {
  return isRecord(value) ? mapValues(withParameters(value), withParameters) : value;
}

function withParameters<T>(holder: T): T {
  if (!isRecord(holder) || !Array.isArray(holder.parameters)) return holder;
  return { ...holder, parameters: holder.parameters.map(parameter) };
}

function parameter(value: unknown): unknown {
  if (!isRecord(value) || value.schema !== undefined || !isRecord(value.content)) return value;
  const [media] = Object.values(value.content);
  return { ...value, schema: (isRecord(media) ? media.schema : undefined) ?? {} };
}

function mapValues(record: Json, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

function isRecord(value: unknown): value is Json {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
