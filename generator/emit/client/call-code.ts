import type { HttpApi, HttpOperation, HttpSecurityScheme } from "../../../reader/model/model.js";
import { type Code, code, empty, enclosed } from "../../../reader/text/code/code.js";
import { isReserved } from "../../../reader/text/code/identifier.js";
import { inlineLiteral, isIdentifierName, literal, propertyKey } from "../../../reader/text/code/literal.js";

/** A call with the generated client: it is made, then one of its methods is called. */
export interface CallCode {
  readonly program: Code;
  /** Environment variables that it reads for its credentials. */
  readonly variables: readonly string[];
}

/** What a call is made with. */
export interface CallContent {
  /** The address of the API, as an expression. Absent if the client knows it. */
  readonly baseUrl: Code | undefined;
  /** The members of the request. A `Code` among them is written as it is. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** The code of a call of an operation, up to `const answer = …`. `createClient` is imported. */
export function callCode(api: HttpApi, operation: HttpOperation, { baseUrl, values }: CallContent): CallCode {
  const { group, method } = operation;
  const { code: security, variables } = securityCode(api, operation);
  const options = [
    ...(baseUrl === undefined ? [] : [code`baseUrl: ${baseUrl}`]),
    ...(security.isEmpty ? [] : [code`security: ${security}`]),
  ];
  const isPlain = isIdentifierName(group) && !isReserved(group) && !ownNames.includes(group);
  const member = isPlain ? propertyKey(group) : code`api${access(group)}`;
  const target = isPlain ? code`{ ${propertyKey(group)} }` : code`api`;
  const request = Object.keys(values).length === 0 ? empty : inlineLiteral(values);
  const created = options.length === 0 ? empty : enclosed("object", options);
  return {
    variables,
    program: code`const ${target} = createClient(${created});
const answer = await ${member}${access(method)}(${request});`,
  };
}

/** Names that the program has already. */
const ownNames: readonly string[] = ["answer", "client", "console", "createClient", "process"];

function access(name: string): Code {
  return isIdentifierName(name) ? code`.${propertyKey(name)}` : code`[${literal(name)}]`;
}

/** Values for the first alternative that a program can have: each from a variable of its own. */
function securityCode(
  { securitySchemes }: HttpApi,
  { security }: HttpOperation,
): { readonly code: Code; readonly variables: readonly string[] } {
  const isOpen = security.some((each) => each.length === 0);
  const find = (name: string) => securitySchemes.find((each) => each.name === name);
  const chosen = security.find((each) => each.every(({ scheme }) => find(scheme)?.type !== "mutualTLS"));
  if (isOpen || chosen === undefined) return { code: empty, variables: [] };
  const variables: string[] = [];
  const members = chosen.map(({ scheme }) => {
    const { value, names } = schemeValue(scheme, find(scheme));
    variables.push(...names);
    return code`${propertyKey(scheme)}: ${value}`;
  });
  return { code: enclosed("object", members), variables };
}

function schemeValue(
  name: string,
  scheme: HttpSecurityScheme | undefined,
): { readonly value: Code; readonly names: readonly string[] } {
  const variable = `API_${name.replace(/[^A-Za-z0-9]+/g, "_").toUpperCase()}`;
  const read = (text: string): Code => code`process.env.${propertyKey(text)} ?? ""`;
  if (scheme?.type === "http" && scheme.scheme?.toLowerCase() === "basic") {
    const names = [`${variable}_USER`, `${variable}_PASSWORD`];
    const [user = "", password = ""] = names;
    return { value: code`{ username: ${read(user)}, password: ${read(password)} }`, names };
  }
  return { value: read(variable), names: [variable] };
}
