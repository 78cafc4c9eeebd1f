import type { Node } from "../../../../../reader/validation/nodes/node.js";
import { holds } from "../../../../../reader/validation/synthesis/search.js";
import { withBody } from "../../request/call-arguments.js";
import { isRecord } from "../../run/item-names.js";
import { declaredProperties, valuePlaces } from "../../values/value-places.js";
import { type ApiCheck, demandSuccess, mustCase, readItem, untried, violated } from "../api-check.js";
import { creator, differenceText } from "./lifecycle.js";
import { memberDefault } from "./stored-members.js";

/** Merge patches remove what is null, and keep what they don't name, inside of members, too. */
export const mergePatch: ApiCheck = {
  name: "merge-patch",
  rule: "In a merge patch, null removes a member, and an object changes only the members that it has (RFC 7396).",
  *cases({ session, fixtures }) {
    for (const resource of session.resources) {
      const { patch } = resource;
      if (patch === undefined || resource.get === undefined || creator(resource) === undefined) continue;
      if (!/merge-patch/.test(fixtures.bodies.mediaType(patch) ?? "")) continue;
      yield mustCase(`merge-patch/${patch.id}/null`, async (trial, context) => {
        const instance = await context.fixtures.make(trial, resource, { isRich: true });
        const before = await readItem(trial, instance, context);
        const node = context.fixtures.bodies.node(patch);
        const { call } = await context.fixtures.accepted(trial, patch, { names: instance.names });
        let removed = 0;
        for (const [path, body] of nullPatches(before)) {
          if (node === undefined || !holds(node, body)) continue;
          const [name = "", inner] = path;
          const makers = [patch, creator(resource)].filter((each) => each !== undefined);
          if (makers.some((each) => memberDefault(context.contract, each, name) !== undefined)) continue;
          const { parameters } = await context.fixtures.call(trial, patch, { names: instance.names });
          const answer = await trial.call(patch, { ...withBody(call, body), parameters });
          if (answer.status >= 400) continue;
          const after = await readItem(trial, instance, context);
          const shown = after[name];
          const own = valueAt(after, path);
          if (own !== undefined && own !== null && differenceText(valueAt(before, path), own) === undefined)
            violated(`\`/${path.join("/")}\` is still there after ${patch.id} with null for it`);
          // A declared member may be shown as null if it isn't there, a key of a map may not.
          const isKey = inner !== undefined && !isDeclared(node, body, [name, inner]);
          if (isKey && isRecord(shown) && Object.hasOwn(shown, inner) && own === null)
            violated(
              `\`/${path.join("/")}\` is null after ${patch.id} with null for it, which removes a member`,
            );
          removed++;
        }
        if (removed === 0) return untried(`needs members that ${patch.id} may remove`);
      });
      yield mustCase(`merge-patch/${patch.id}/inner`, async (trial, context) => {
        const instance = await context.fixtures.make(trial, resource, { isRich: true });
        const before = await readItem(trial, instance, context);
        const node = context.fixtures.bodies.node(patch);
        const { call } = await context.fixtures.accepted(trial, patch, { names: instance.names });
        const now = await readItem(trial, instance, context);
        let merged = 0;
        for (const [name, value] of Object.entries(now)) {
          if (!isRecord(value)) continue;
          for (const body of innerPatches(name, { ...Object(before[name]), ...value })) {
            if (node === undefined || !holds(node, body)) continue;
            const { parameters } = await context.fixtures.call(trial, patch, { names: instance.names });
            const answer = await trial.call(patch, { ...withBody(call, body), parameters });
            if (answer.status >= 400) continue;
            demandSuccess(answer, patch);
            const after = (await readItem(trial, instance, context))[name];
            const sent = Object(body[name]) as object;
            const lost = Object.keys(value).find(
              (key) =>
                !Object.hasOwn(sent, key) &&
                value[key] !== null &&
                isRecord(after) &&
                !Object.hasOwn(after, key),
            );
            if (lost !== undefined)
              violated(`\`/${name}/${lost}\` is gone after ${patch.id}, whose \`${name}\` didn't name it`);
            merged++;
          }
        }
        if (merged === 0) return untried(`needs an object in an item that ${patch.id} may change`);
      });
    }
  },
};

/** Whether a schema declares a member of an object, rather than allowing any key. */
function isDeclared(node: Node, body: unknown, [name, inner]: readonly [string, string]): boolean {
  const place = valuePlaces(node, body).find(({ path }) => path.length === 1 && path[0] === name);
  return place !== undefined && declaredProperties(place.nodes).some(([each]) => each === inner);
}

type Patch = Readonly<Record<string, unknown>>;

/** Patches that remove one member each, or one member of an object. */
function* nullPatches(item: Patch): Generator<readonly [path: readonly string[], body: Patch]> {
  for (const [name, value] of Object.entries(item)) {
    if (value === null || value === undefined) continue;
    yield [[name], Object.fromEntries([[name, null]])];
    if (!isRecord(value)) continue;
    for (const key of Object.keys(value).slice(0, 3))
      yield [[name, key], Object.fromEntries([[name, Object.fromEntries([[key, null]])]])];
  }
}

/** Patches of one member of an object, as it is, and of one that isn't there. */
function* innerPatches(name: string, value: Patch): Generator<Patch> {
  const [first, ...others] = Object.entries(value);
  if (first !== undefined && others.length > 0)
    yield Object.fromEntries([[name, Object.fromEntries([first])]]);
  const [, text] = Object.entries(value).find(([, each]) => typeof each === "string") ?? [];
  if (first !== undefined) yield Object.fromEntries([[name, { oipkitKey: text ?? "x" }]]);
}

function valueAt(item: Patch, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), item);
}
