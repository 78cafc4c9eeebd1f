/** What a part of an OpenAPI document must be, as far as code is made from it. */
export type ExpectedShape =
  | {
      readonly kind: "object";
      readonly name: string;
      readonly fields: () => Readonly<Record<string, ExpectedShape>>;
    }
  /** An object with names that the author chose; `x-…` are extensions if `extensible`. Where a reference may take its place, it is `referable`. */
  | {
      readonly kind: "map";
      readonly of: ExpectedShape;
      readonly extensible: boolean;
      readonly referable?: boolean;
    }
  | { readonly kind: "list"; readonly of: ExpectedShape }
  | { readonly kind: "schema" }
  | { readonly kind: "text" }
  /** A text, or a number or a boolean that is read as one. */
  | { readonly kind: "scalar" }
  | { readonly kind: "flag" };

type Fields = Readonly<Record<string, ExpectedShape>>;

const text: ExpectedShape = { kind: "text" };
const scalar: ExpectedShape = { kind: "scalar" };
const flag: ExpectedShape = { kind: "flag" };
/** The shape of a schema. */
export const schemaShape: ExpectedShape = { kind: "schema" };
const object = (name: string, make: () => Fields): ExpectedShape => {
  let fields: Fields | undefined;
  return { kind: "object", name, fields: () => (fields ??= make()) };
};
const list = (of: ExpectedShape): ExpectedShape => ({ kind: "list", of });
const map = (of: ExpectedShape): ExpectedShape => ({ kind: "map", of, extensible: false });
const extensibleMap = (of: ExpectedShape): ExpectedShape => ({ kind: "map", of, extensible: true });

const plain = object("object", () => ({}));
const requirement: ExpectedShape = map(list(text));
const serverVariable = object("Server Variable", () => ({
  enum: list(scalar),
  default: scalar,
  description: text,
}));
const server = object("Server", () => ({ url: text, description: text, variables: map(serverVariable) }));
const example = object("Example", () => ({ summary: text, description: text }));
const described = { description: text, deprecated: flag };
const valued: Fields = {
  ...described,
  required: flag,
  style: text,
  explode: flag,
  allowReserved: flag,
  schema: schemaShape,
  content: map(object("Media Type", () => mediaType)),
  examples: map(example),
};
const header = object("Header", () => valued);
/** The shape of a parameter. */
const parameterShape = object("Parameter", () => ({ ...valued, name: text, in: text }));
const encoding = object("Encoding", () => ({
  contentType: text,
  style: text,
  explode: flag,
  headers: map(header),
}));
const mediaType: Fields = { schema: schemaShape, examples: map(example), encoding: map(encoding) };
const content = map(object("Media Type", () => mediaType));
const link = object("Link", () => ({ operationId: text, operationRef: text, description: text }));
const response = object("Response", () => ({
  description: text,
  headers: map(header),
  content,
  links: map(link),
}));
const requestBody = object("Request Body", () => ({ description: text, required: flag, content }));
const callback: ExpectedShape = {
  kind: "map",
  of: object("Path Item", () => pathItem),
  extensible: true,
  referable: true,
};
const operation = object("Operation", () => ({
  ...described,
  summary: text,
  operationId: text,
  tags: list(text),
  parameters: list(parameterShape),
  requestBody,
  responses: extensibleMap(response),
  callbacks: map(callback),
  security: list(requirement),
  servers: list(server),
}));
const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
const pathItem: Fields = {
  summary: text,
  description: text,
  parameters: list(parameterShape),
  servers: list(server),
  ...Object.fromEntries(methods.map((method) => [method, operation])),
  additionalOperations: map(operation),
};
const pathItems = object("Path Item", () => pathItem);
const flow = object("OAuth Flow", () => ({
  authorizationUrl: text,
  tokenUrl: text,
  refreshUrl: text,
  scopes: plain,
}));
const securityScheme = object("Security Scheme", () => ({
  type: text,
  description: text,
  name: text,
  in: text,
  scheme: text,
  bearerFormat: text,
  openIdConnectUrl: text,
  flows: extensibleMap(flow),
}));

/** The shape of an OpenAPI 3 document. */
export const documentShape = object("OpenAPI", () => ({
  info: object("Info", () => ({ title: text, description: text, version: text })),
  servers: list(server),
  security: list(requirement),
  tags: list(object("Tag", () => ({ name: text, description: text }))),
  paths: extensibleMap(pathItems),
  webhooks: map(pathItems),
  "x-webhooks": map(pathItems),
  components: object("Components", () => ({
    schemas: map(schemaShape),
    responses: map(response),
    parameters: map(parameterShape),
    examples: map(example),
    requestBodies: map(requestBody),
    headers: map(header),
    securitySchemes: map(securityScheme),
    links: map(link),
    callbacks: map(callback),
    pathItems: map(pathItems),
  })),
}));

/** A shape in words. */
export function shapeInWords(shape: ExpectedShape): string {
  switch (shape.kind) {
    case "object":
      if (shape.name === "object") return "an object";
      return `an object of the type ${shape.name}`;
    case "map":
      return "an object";
    case "list":
      return "a list";
    case "schema":
      return "a schema";
    case "text":
      return "a text";
    case "scalar":
      return "a text";
    case "flag":
      return "true or false";
  }
}
