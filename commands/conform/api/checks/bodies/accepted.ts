import { branches } from "../../../../../reader/documents/joint-schemas.js";
import { below, childPlaces } from "../../../../../reader/documents/place.js";
import { type ApiOperation, writtenMedia } from "../../contract/api-contract.js";
import { saysUnknownFormat } from "../../contract/unclear-schemas.js";
import { bodyValue, type CallArguments, withBody, writeCall } from "../../request/call-arguments.js";
import { madeInstance, pathNames, sentItem } from "../../run/api-instance.js";
import { type ApiAnswer, isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import { isRecord, itemValue } from "../../run/item-names.js";
import { hasReference, isOwnName, referenceSource } from "../../run/references.js";
import type { Trial } from "../../run/trial.js";
import { bodyExamples } from "../../values/made-arguments.js";
import { type ApiCase, type ApiCheck, type CheckContext, getItem, untried, violated } from "../api-check.js";
import { acceptedOrNot, baseCall } from "../base-call.js";
import { differenceText } from "../items/lifecycle.js";
import { type EdgeCall, edgeCalls } from "./edge-calls.js";
import { isOwnRule } from "./own-rules.js";

/** Whether an answer says that the content of a request is invalid; other refusals may have reasons of the server's own. */
export function refusesContent({ status }: ApiAnswer): boolean {
  return status === 400 || status === 415 || status === 422;
}

/** Valid requests must not be refused as invalid: one value at the edge of one keyword at a time. */
export const accepted: ApiCheck = {
  name: "accepted",
  isRepeatable: true,
  rule: "A request that the contract allows isn't refused as invalid, at the edges of its keywords either.",
  async *cases(context, trial) {
    for (const operation of context.contract.operations) {
      const call = await acceptedOrNot(trial, operation, context);
      if (call === undefined) continue;
      for (const edge of await edgeCalls(operation, call, context))
        yield {
          id: `accepted/${operation.id}/${edge.detail}`,
          level: "must",
          run: (each, own) => sendEdge(each, { operation, edge }, own),
        };
    }
  },
};

interface Edge {
  readonly operation: ApiOperation;
  readonly edge: EdgeCall;
}

async function sendEdge(trial: Trial, { operation, edge }: Edge, context: CheckContext): Promise<void> {
  const { fixtures, contract } = context;
  const base = await baseCall(trial, operation, fixtures);
  const call = await edgeCall(trial, { operation, edge }, { base, fixtures });
  const written = writeCall(operation, call);
  if (written === undefined || (await contract.judgeRequest(operation, written)).length > 0)
    return untried("needs a valid value");
  const answer = await trial.call(operation, call);
  if (isSuccess(answer) && edge.member !== undefined)
    return showsEdge(trial, { operation, edge, call, answer }, context);
  if (!refusesContent(answer)) return;
  const alone = fixtures.bodies.withoutOthers(operation, call, edge.member);
  if (
    alone !== undefined &&
    isSuccess(await trial.call(operation, fixtures.bodies.renamed(operation, alone)))
  )
    return untried("needs a refusal for one member, and not for two together");
  // The same request without the edge, right after it: whether the edge alone is the reason.
  const again = await trial.call(operation, await baseCall(trial, operation, fixtures));
  if (!isSuccess(again))
    return untried(`needs a call of ${operation.id} that the server accepts; it answers ${again.status}`);
  // What a body or the path refers to may set limits of its own, such as a balance: they don't begin at the edge.
  const isOwnLimit =
    edge.inside !== undefined &&
    (operation.path.includes("{") ||
      hasReference(bodyValue(call), referenceSource(context.session, operation))) &&
    refusesContent(await trial.call(operation, fixtures.bodies.renamed(operation, edge.inside(base))));
  if (isOwnLimit) return untried(`needs values of ${operation.id} that depend on no other item`);
  const isReferring =
    (edge.isAlternative === true || edge.detail.endsWith("/maxItems")) &&
    hasReference(bodyValue(call), referenceSource(context.session, operation));
  const isOwn = isReferring || (await isOwnRule(trial, { operation, answer }, context));
  violated(`the server refuses a valid request of ${operation.id} in which ${edge.words}`, {
    ...statuses("a success", answer.status),
    answer,
    ...(isOwn && { level: "should" as const }),
  });
}

interface EdgeBase {
  readonly base: CallArguments;
  readonly fixtures: CheckContext["fixtures"];
}

/** The call with the edge; another alternative refers to items that exist. */
async function edgeCall(
  trial: Trial,
  { operation, edge }: Edge,
  { base, fixtures }: EdgeBase,
): Promise<CallArguments> {
  const call = edge.change(base);
  if (edge.isAlternative !== true) return fixtures.bodies.renamed(operation, call);
  const names = pathNames(operation, call);
  return withBody(call, await fixtures.filled(trial, operation, { value: bodyValue(call), names }));
}

interface ShownEdge extends Edge {
  readonly call: CallArguments;
  readonly answer: ApiAnswer;
}

/** What was accepted is what the item has then. */
async function showsEdge(
  trial: Trial,
  { operation, edge, call, answer }: ShownEdge,
  context: CheckContext,
): Promise<void> {
  const { session } = context;
  const resource = session.resources.find(({ create, put, patch }) =>
    [create, put, patch].includes(operation),
  );
  if (resource?.get === undefined || answer.status === 202) return;
  const instance = madeInstance(resource, call, answer);
  const { member } = edge;
  const body = sentItem(resource, operation, call);
  if (instance === undefined || member === undefined || !isRecord(body)) return;
  // The path names the item, whatever the body says.
  if (operation !== resource.create && isOwnName([member], resource)) return;
  // In a merge patch (RFC 7396), null removes a member, which may have a default then.
  if (operation.method === "PATCH" && body[member] === null) return;
  const { answer: shown } = await getItem(trial, instance, context);
  const item = itemValue(shown.value, resource);
  if (!isSuccess(shown) || item === undefined) return;
  // What wraps an item is no member of it: the whole item is compared then.
  const isWrapped = !Object.hasOwn(body, member) && isRecord(Object(bodyValue(call))[member]);
  if (!isWrapped && (!Object.hasOwn(body, member) || !declaresMember(context, resource.get, String(member))))
    return;
  const sent = isWrapped ? body : { [member]: body[member] };
  // A member that no answer of the item shows, such as a password, says nothing.
  const difference = differenceText(
    sent,
    isWrapped || Object.hasOwn(item, member) ? item : { ...item, [member]: null },
  );
  if (difference === undefined) return;
  violated(
    `the server accepts a request of ${operation.id} in which ${edge.words}, but shows the item otherwise: ${difference}`,
  );
}

/** Whether the answers of an operation are declared to show a member. */
function declaresMember({ contract }: CheckContext, { declared }: ApiOperation, name: string): boolean {
  return declared.responses.some(
    ([status, place]) =>
      status.startsWith("2") &&
      childPlaces(below(place, "content")).some(([, media]) =>
        branches(contract.contracts, below(media, "schema")).some(
          (each) => below(each, "properties", name).value !== undefined,
        ),
      ),
  );
}

/** The contract's own examples must be accepted, and whole bodies. */
export const documentedExamples: ApiCheck = {
  name: "examples",
  isRepeatable: true,
  rule: "The contract's examples of requests, and bodies with all or only the required members, aren't refused as invalid.",
  *cases({ contract, fixtures }) {
    for (const operation of contract.operations) {
      const names = bodyExamples(contract, operation).map(({ name }) => name);
      const media = writtenMedia(operation);
      if (media === undefined) continue;
      for (const candidate of fixtures.learned.all(operation)) {
        const { source, name } = candidate;
        const at = names.indexOf(name);
        const detail = source === "example" ? (name ?? `example-${at + 1}`) : source;
        // Made bodies may break rules that no contract can say.
        const level: ApiCase["level"] = source === "example" ? "must" : "info";
        yield {
          id: `examples/${operation.id}/${detail}`,
          level,
          run: (trial, own) => sendExample(trial, { operation, candidate }, own),
        };
      }
    }
  },
};

interface Example {
  readonly operation: ApiOperation;
  readonly candidate: { readonly source: string; readonly value: unknown };
}

async function sendExample(
  trial: Trial,
  { operation, candidate }: Example,
  context: CheckContext,
): Promise<void> {
  const { fixtures } = context;
  const media = writtenMedia(operation);
  if (media === undefined) return untried("needs a body");
  const path = await fixtures.call(trial, operation, { isFresh: operation.method === "DELETE" });
  const value = await fixtures.filled(trial, operation, candidate);
  const answer = await trial.call(operation, { ...path, body: { type: media.type, value } });
  if (!refusesContent(answer)) return;
  const schema = below(media.place, "schema");
  const isUnclear = Object.entries(Object(value) as object).some(
    ([name, member]) => typeof member === "string" && saysUnknownFormat(context.contract, schema, [name]),
  );
  if (candidate.source !== "example" && isUnclear) return untried("needs a value of an unknown format");
  const isReferring = hasReference(value, referenceSource(context.session, operation));
  const isMinor = isReferring || (await isOwnRule(trial, { operation, answer }, context));
  const what =
    candidate.source === "example"
      ? "the contract's example"
      : `a valid body with ${candidate.source === "full" ? "all" : "only the required"} members`;
  violated(`the server refuses ${what} as a body of ${operation.id}`, {
    ...statuses("a success", answer.status),
    answer,
    ...(isMinor && candidate.source === "example" && { level: "should" as const }),
  });
}
