import { type ApiOperation, operationText, statusText } from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import { type ApiAnswer, isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import type { Trial } from "../../run/trial.js";
import {
  type ApiCheck,
  type CheckContext,
  mustCase,
  readItem,
  shouldCase,
  untried,
  violated,
} from "../api-check.js";
import { creator } from "../items/lifecycle.js";
import { contentDifference } from "../items/same-content.js";
import { updated } from "../items/updates.js";
import { refusedWithoutEffect } from "./effects.js";
import { isStateWord } from "./state-words.js";
import { attempt, moved, shownState, type Transition, transitions } from "./transitions.js";

/** Words of 409 by which only the next state may be entered. */
const sequential = /\b(?:next|order|sequence|skip|skipped)\b/i;

/** States follow each other as the contract says. */
export const stateOrder: ApiCheck = {
  name: "state-order",
  rule: "Where the contract names the order of an item's states, and declares 409 for any other, no state is skipped.",
  *cases(context) {
    // The last state may be followed by the first one again.
    for (const resource of context.session.resources)
      for (const [operation, chain] of chains(resource, context))
        for (const [at, from] of chain.entries())
          for (const to of chain)
            if (to !== from && to !== chain[(at + 1) % chain.length])
              yield mustCase(`state-order/${operation.id}/${from.word}/${to.word}`, (trial, own) =>
                skipped(trial, { resource, operation, chain: chain.slice(0, at + 1), to }, own),
              );
  },
};

/** By operation, its transitions in the order in which the contract names their states. */
function chains(
  resource: ApiResource,
  context: CheckContext,
): ReadonlyMap<ApiOperation, readonly Transition[]> {
  const found = new Map<ApiOperation, Transition[]>();
  for (const each of transitions(resource, context)) {
    if (each.member === undefined || !sequential.test(statusText(each.action, 409))) continue;
    found.set(each.action, [...(found.get(each.action) ?? []), each]);
  }
  for (const [operation, all] of found) {
    const words =
      operationText(operation)
        .toLowerCase()
        .match(/[a-z]+/g) ?? [];
    const place = ({ word }: Transition): number => words.findIndex((each) => isStateWord(each, word));
    if (all.length < 3 || all.some((each) => place(each) === -1)) found.delete(operation);
    else
      found.set(
        operation,
        all.sort((one, other) => place(one) - place(other)),
      );
  }
  return found;
}

interface Skip {
  readonly resource: ApiResource;
  readonly operation: ApiOperation;
  /** What leads to the state before. */
  readonly chain: readonly Transition[];
  readonly to: Transition;
}

async function skipped(trial: Trial, skip: Skip, context: CheckContext): Promise<void> {
  const { resource, operation, chain, to } = skip;
  const { names } = await context.fixtures.make(trial, resource);
  const instance = { resource, names, sent: undefined, answer: undefined, call: undefined };
  const initial = shownState(await readItem(trial, instance, context));
  for (const step of chain)
    if (step.word !== initial && !(await moved(trial, step, { names, context })))
      return untried(`needs an item of ${resource.collection} that is ${step.word}`);
  const send = (): Promise<ApiAnswer> => attempt(trial, operation, { names, context, value: to });
  const answer = await refusedWithoutEffect(trial, { operation, names }, { context, send });
  if (isSuccess(answer))
    violated(
      `the server moves an item from ${chain.at(-1)?.word} to ${to.word} by ${operation.id}, and the contract says: ${statusText(operation, 409).slice(0, 100)}`,
      statuses("409", answer.status),
    );
}

/** Members that a change alone may move. */
const moving = /^(?:updated|modified|changed|last)|(?:version|revision|etag)$/i;

/** A change leaves alone what an action has set. */
export const updateKeeps: ApiCheck = {
  name: "update-keeps",
  rule: "A change of what clients write leaves alone the state and the times that an action has set.",
  *cases(context) {
    for (const resource of context.session.resources) {
      if (creator(resource) === undefined || resource.get === undefined) continue;
      for (const change of [resource.put, resource.patch])
        for (const transition of transitions(resource, context))
          if (change !== undefined && transition.action !== change)
            yield shouldCase(`update-keeps/${change.id}/${transition.word}`, (trial, own) =>
              kept(trial, { resource, change, transition }, own),
            );
    }
  },
};

interface KeptCase {
  readonly resource: ApiResource;
  readonly change: ApiOperation;
  readonly transition: Transition;
}

async function kept(
  trial: Trial,
  { resource, change, transition }: KeptCase,
  context: CheckContext,
): Promise<void> {
  const { fixtures } = context;
  const instance = await fixtures.make(trial, resource);
  const { names, sent } = instance;
  const first = await readItem(trial, instance, context);
  if (!(await moved(trial, transition, { names, context })))
    return untried(`needs a success of ${transition.action.id} (${transition.word})`);
  const before = await readItem(trial, instance, context);
  const { sent: written } = await updated(trial, instance, { change, fixtures });
  const after = await readItem(trial, instance, context);
  const own = Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) =>
        typeof value === "string" &&
        value !== first[name] &&
        !moving.test(name) &&
        !Object.hasOwn(Object(sent) as object, name) &&
        !Object.hasOwn(Object(written) as object, name) &&
        Object.hasOwn(after, name),
    ),
  );
  const difference = contentDifference(own, after);
  if (difference !== undefined)
    violated(
      `${change.id} after ${transition.action.id} (${transition.word}) also changes \`${difference.pointer}\`, which it doesn't name`,
    );
}
