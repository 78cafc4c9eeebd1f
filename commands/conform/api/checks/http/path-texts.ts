import type { HttpParameter } from "../../../../../reader/model/model.js";
import { json } from "../../../../../reader/text/json.js";
import { holds } from "../../../../../reader/validation/synthesis/search.js";
import { type ApiOperation, parameterSchema } from "../../contract/api-contract.js";
import { type ApiResource, singular } from "../../contract/api-resources.js";
import { bodyValue, withBody, writeCall } from "../../request/call-arguments.js";
import { madeInstance } from "../../run/api-instance.js";
import { type ApiAnswer, isSuccess } from "../../run/api-session.js";
import { ApiUntried, statuses } from "../../run/finding.js";
import { isRecord, itemName } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { valuePlaces, withValueAt } from "../../values/value-places.js";
import {
  type ApiCheck,
  type CheckContext,
  demandSuccess,
  mustCase,
  shouldCase,
  untried,
  violated,
} from "../api-check.js";
import { baseCall } from "../base-call.js";

/** A name is the same item however its letters are written. */
export const pathEncoding: ApiCheck = {
  name: "path-encoding",
  rule: "A letter or digit in a path may be percent-encoded: it is the same path (RFC 3986, section 6.2.2.2).",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { get } = resource;
      if (get === undefined) continue;
      yield mustCase(`path-encoding/${get.id}`, async (trial, { fixtures }) => {
        const { names } = await fixtures.shared(trial, resource);
        const call = await fixtures.call(trial, get, { names });
        const plain = await trial.call(get, call);
        demandSuccess(plain, get);
        const written = writeCall(get, call);
        const [path = "", ...query] = written?.request.target.split("?") ?? [];
        const at = path.lastIndexOf("/") + 1;
        const letter = path[at] ?? "";
        if (written === undefined || !/^[A-Za-z0-9]$/.test(letter))
          return untried("needs a name that begins with a letter");
        const encoded = `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
        const target = [path.slice(0, at) + encoded + path.slice(at + 1), ...query].join("?");
        const answer = await trial.call(get, call, { respelled: () => target });
        if (!isSuccess(answer))
          violated(
            `the server doesn't find an item by ${get.id} if a letter of its name is percent-encoded, ${encoded} for ${letter}`,
            statuses(String(plain.status), answer.status),
          );
        const [one, other] = [plain, answer].map(({ value }) => itemName(value, resource));
        if (String(one) !== String(other))
          violated(
            `the server finds another item by ${get.id} if a letter of its name is percent-encoded: ${String(other)}`,
          );
      });
    }
  },
};

/** Texts that are spelled otherwise in a URL, or in a form. */
const names: Readonly<Record<string, string>> = {
  plus: "a+b",
  space: "a b",
  percent: "50% c",
  escape: "x%41y",
  letters: "größe",
  emoji: "😀",
  capitals: "MiXeD",
  dot: "v1.2",
  question: "a?b#c&d=e",
  slash: "a/b",
};

/** Any text can be the name of an item. */
export const pathTexts: ApiCheck = {
  name: "path-texts",
  rule: "What was made under a name with any characters is found under it, percent-encoded once (RFC 3986, section 2.1).",
  *cases(context) {
    for (const { resource, get, parameter, source } of namedByText(context))
      for (const [name, text] of Object.entries(names)) {
        // Many gateways don't let an encoded slash through.
        const kind = name === "slash" ? shouldCase : mustCase;
        yield kind(`path-texts/${get.id}/${name}`, async (trial, own) => {
          const find = async (words: string): Promise<{ answer: ApiAnswer; wanted: string }> => {
            const wanted = `${words}${own.session.freshNumber() % 100_000}`;
            await source(trial, wanted, own);
            const call = await own.fixtures.call(trial, get, { names: [wanted] });
            return { answer: await trial.call(get, call), wanted };
          };
          const { answer, wanted } = await find(text);
          if (!isSuccess(answer)) {
            if (!isSuccess((await find("plain")).answer)) return untried(`needs a success of ${get.id}`);
            violated(
              `the server doesn't find ${json(wanted)} by ${get.id}, which was made under this name`,
              statuses("a success", answer.status),
            );
          }
          const shown = isRecord(answer.value) ? answer.value[parameter.name] : undefined;
          const named = shown ?? itemName(answer.value, resource);
          if (shown !== undefined && named !== wanted)
            violated(`the server answers ${get.id} of ${json(wanted)} with the name ${json(named)}`);
        });
      }
  },
};

interface NamedByText {
  readonly resource: ApiResource;
  readonly get: ApiOperation;
  readonly parameter: HttpParameter;
  /** Makes something under a name. Throws `ApiUntried` if it can't. */
  readonly source: (trial: Trial, name: string, context: CheckContext) => Promise<void>;
}

/** Items whose names are any text, at paths without other parameters. */
function* namedByText(context: CheckContext): Generator<NamedByText> {
  for (const resource of context.session.resources) {
    const { get, put, create, isNamedByClient, path } = resource;
    const parameter = get?.declared.parameters.find(
      (each) => each.in === "path" && each.name === resource.parameter,
    );
    if (get === undefined || parameter === undefined || path.indexOf("{") !== path.lastIndexOf("{")) continue;
    const node = context.contract.requestNode(parameterSchema(parameter));
    if (node === undefined || !Object.values(names).every((each) => holds(node, `${each}12345`))) continue;
    if (isNamedByClient && put !== undefined)
      yield { resource, get, parameter, source: (trial, name, own) => putNamed(trial, { put, name }, own) };
    else if (create === undefined)
      yield {
        resource,
        get,
        parameter,
        source: (trial, name, own) => makeWithAny(trial, { parameter, name }, own),
      };
  }
}

/** Makes an item of the first resource that can have the name. Throws `ApiUntried` if none can. */
async function makeWithAny(
  trial: Trial,
  named: { readonly parameter: HttpParameter; readonly name: string },
  context: CheckContext,
): Promise<void> {
  const { parameter, name } = named;
  for (const other of context.session.resources.filter(({ create }) => create !== undefined))
    try {
      return await makeWith(trial, { other, parameter, name }, context);
    } catch (error) {
      if (!(error instanceof ApiUntried)) throw error;
    }
  return untried(`needs an operation that makes something with \`${parameter.name}\``);
}

async function putNamed(
  trial: Trial,
  { put, name }: { readonly put: ApiOperation; readonly name: string },
  { fixtures }: CheckContext,
): Promise<void> {
  await fixtures.accepted(trial, put, { names: [name] });
}

/** Makes an item of another resource, which has the name as a value of a member that is called like the parameter: of `tags` for `{tag}`. */
async function makeWith(
  trial: Trial,
  {
    other,
    parameter,
    name,
  }: { readonly other: ApiResource; readonly parameter: HttpParameter; readonly name: string },
  context: CheckContext,
): Promise<void> {
  const { create } = other;
  if (create === undefined) return untried("needs a POST");
  const call = await baseCall(trial, create, context.fixtures);
  const body = withNamed(create, bodyValue(call), { member: parameter.name, text: name, context });
  if (body === undefined) return untried(`needs a body of ${create.id} with \`${parameter.name}\``);
  const changed = withBody(call, body);
  const answer = await trial.call(create, changed);
  demandSuccess(answer, create);
  if (madeInstance(other, changed, answer) === undefined) return untried("needs the id of a new item");
}

interface NamedMember {
  readonly member: string;
  readonly text: string;
  readonly context: CheckContext;
}

/** A body with a text as the value of a member, or as the only one of a list that is called like it; `undefined` if it has none. */
export function withNamed(
  operation: ApiOperation,
  body: unknown,
  { member, text, context }: NamedMember,
): unknown {
  const node = context.fixtures.bodies.node(operation);
  if (node === undefined) return undefined;
  for (const { path, value } of valuePlaces(node, body)) {
    const [name] = path;
    if (path.length !== 1 || singular(String(name)) !== singular(member)) continue;
    const changed = withValueAt(body, path, Array.isArray(value) ? [text] : text);
    if (holds(node, changed)) return changed;
  }
  return undefined;
}
