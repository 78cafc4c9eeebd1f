import { below } from "../../../../../reader/documents/place.js";
import { type ApiOperation, writtenMedia } from "../../contract/api-contract.js";
import { type ApiResource, singular } from "../../contract/api-resources.js";
import { shownProperties } from "../../contract/shown-properties.js";
import { bodyValue, withBody } from "../../request/call-arguments.js";
import { type ApiInstance, madeInstance } from "../../run/api-instance.js";
import { isSuccess } from "../../run/api-session.js";
import { referenceAt, referenceSource } from "../../run/references.js";
import type { Trial } from "../../run/trial.js";
import { applied, declaredProperties } from "../../values/value-places.js";
import { type ApiCheck, type CheckContext, mustCase, readItem, untried, violated } from "../api-check.js";

/** A counter of an item, such as `commentCount` of a ticket. */
interface Counter {
  /** What has the counter. */
  readonly owner: ApiResource;
  readonly member: string;
  /** What is counted. */
  readonly counted: ApiResource;
  readonly create: ApiOperation;
}

/** Counters follow what they count. */
export const counters: ApiCheck = {
  name: "counter",
  rule: "A counter such as `commentCount` grows by one with each item that is made, and shrinks with each that is deleted.",
  *cases(context) {
    for (const counter of countersIn(context)) {
      const { owner, member, counted, create } = counter;
      const id = `counter/${owner.get?.id ?? owner.path}/${member}`;
      yield mustCase(`${id}/${create.id}`, (trial, own) => grows(trial, counter, own));
      const { remove } = counted;
      if (remove !== undefined)
        yield mustCase(`${id}/${remove.id}`, (trial, own) => shrinks(trial, { ...counter, remove }, own));
    }
  },
};

function* countersIn({ session, contract }: CheckContext): Generator<Counter> {
  for (const owner of session.resources)
    for (const member of numberMembers(owner, contract))
      for (const counted of session.resources) {
        const { create } = counted;
        if (create === undefined || counted === owner || countedNoun(member) !== counted.noun) continue;
        const isBelow = create.path.startsWith(`${owner.path}/`);
        if (isBelow || refersTo(create, { owner, context: { session, contract } }))
          yield { owner, member, counted, create };
      }
}

/** What a counter counts, by its name: `comment` of `commentCount`, `comments_count` and `numberOfComments`. */
function countedNoun(member: string): string | undefined {
  const plain = member.replace(/_/g, "");
  const [, before] = /^(.{3,}?)(?:Count|count|Total|total)$/.exec(plain) ?? [];
  const [, after] = /^(?:numberOf|numberof|num|count|countOf)(.{3,})$/.exec(plain) ?? [];
  const noun = before ?? after;
  return noun === undefined ? undefined : singular(noun);
}

function numberMembers(owner: ApiResource, contract: CheckContext["contract"]): readonly string[] {
  return shownProperties(owner, contract)
    .filter(([, schema]) => applied(schema, 1).some(({ type }) => type?.includes("integer") === true))
    .map(([name]) => name);
}

interface Referred {
  readonly owner: ApiResource;
  readonly context: Pick<CheckContext, "session" | "contract">;
}

function refersTo(create: ApiOperation, { owner, context: { session, contract } }: Referred): boolean {
  const source = referenceSource(session, create);
  if ([...source.described.values()].includes(owner)) return true;
  const media = writtenMedia(create);
  const node = media && contract.requestNode(below(media.place, "schema"));
  if (node === undefined) return false;
  return declaredProperties(applied(node, {})).some(
    ([name]) => referenceAt([name], source)?.resource === owner,
  );
}

/** The number that an item shows. Throws `ApiUntried` if it shows none. */
async function shownCount(
  trial: Trial,
  { owner, member }: { readonly owner: ApiInstance; readonly member: string },
  context: CheckContext,
): Promise<number> {
  const value = (await readItem(trial, owner, context))[member];
  return typeof value === "number" ? value : untried(`needs an item with the number \`${member}\``);
}

/** Makes an item that belongs to another one. */
async function madeFor(
  trial: Trial,
  { owner: resource, counted, create, owned }: Counter & { readonly owned: ApiInstance },
  { fixtures }: CheckContext,
): Promise<ApiInstance> {
  if (create.path.startsWith(`${resource.path}/`)) {
    const { call, answer } = await fixtures.accepted(trial, create, { names: owned.names });
    return madeInstance(counted, call, answer) ?? untried(`needs the id of what ${create.id} makes`);
  }
  const { call } = await fixtures.accepted(trial, create);
  const renamed = fixtures.bodies.renamed(create, call);
  const name = owned.names.at(-1);
  const body = fixtures.bodies.withReference(create, bodyValue(renamed), { resource, name });
  const fresh = await fixtures.renewed(trial, create, { call: renamed });
  const whole = withBody(fresh, body);
  const answer = await trial.call(create, whole);
  const instance =
    body === undefined || !isSuccess(answer) ? undefined : madeInstance(counted, whole, answer);
  return (
    instance ?? untried(`needs a success of ${create.id} that names a new item of ${resource.collection}`)
  );
}

async function grown(trial: Trial, counter: Counter, context: CheckContext) {
  const { owner: resource, member, create } = counter;
  const { fixtures } = context;
  const prelude = fixtures.learned.prelude(create);
  const owned = await fixtures.items.prepared(trial, resource, { prelude });
  const before = await shownCount(trial, { owner: owned, member }, context);
  const item = await madeFor(trial, { ...counter, owned }, context);
  const after = await shownCount(trial, { owner: owned, member }, context);
  return { owned, item, before, after };
}

async function grows(trial: Trial, counter: Counter, context: CheckContext): Promise<void> {
  const { before, after } = await grown(trial, counter, context);
  if (after !== before + 1)
    violated(`\`${counter.member}\` is ${after} after ${counter.create.id}, and was ${before} before`);
}

async function shrinks(
  trial: Trial,
  counter: Counter & { readonly remove: ApiOperation },
  context: CheckContext,
): Promise<void> {
  const { owned, item, before, after } = await grown(trial, counter, context);
  const { member, remove } = counter;
  if (after !== before + 1) return untried(`needs \`${member}\` that grows`);
  const answer = await context.fixtures.items.remove(trial, item);
  if (answer === undefined || !isSuccess(answer)) return untried(`needs a success of ${remove.id}`);
  const left = await shownCount(trial, { owner: owned, member }, context);
  if (left !== before)
    violated(`\`${member}\` is ${left} after ${remove.id}, and was ${before} before the item was made`);
}
