import type { HttpParameter } from "../../../../../reader/model/model.js";
import { type CallArguments, withParameter } from "../../request/call-arguments.js";
import { listNames } from "../../run/api-instance.js";
import type { Trial } from "../../run/trial.js";
import { type ApiCheck, type CheckContext, mustCase, readItem, untried, violated } from "../api-check.js";
import { listedNames } from "./listed-names.js";
import { proseText } from "./read-lists.js";
import { type ListSearch, searches } from "./searches.js";

/** Searches by a parameter of a type whose name, in lower case letters, matches a pattern. */
function* named(context: CheckContext, type: string, pattern: RegExp): Generator<ListSearch> {
  for (const search of searches(context, type))
    if (
      search.resource.get !== undefined &&
      pattern.test(search.parameter.name.replace(/[^A-Za-z]/g, "").toLowerCase())
    )
      yield search;
}

/** Whether the contract says that case doesn't matter. */
export function saysAnyCase(parameter: HttpParameter): boolean {
  return /\b(?:upper|lower)[ -](?:or|and|case)\b|case[- ]insensitive|(?:regardless|irrespective) of case/i.test(
    proseText(parameter),
  );
}

/** The lists with a text search. */
export function textSearches(context: CheckContext): Generator<ListSearch> {
  return named(context, "string", /^(?:q|query|search|searchterm|term|text|keywords?)$/);
}

/** A search finds what has its text. */
export const textSearch: ApiCheck = {
  name: "search",
  rule: "A text search finds an item by one of its texts, and not by a text that it doesn't have.",
  *cases(context) {
    for (const searching of textSearches(context))
      yield mustCase(`search/${searching.list.id}/${searching.parameter.name}`, (trial, own) =>
        search(trial, searching, own),
      );
  },
};

async function search(trial: Trial, searching: ListSearch, context: CheckContext): Promise<void> {
  const { resource, list, parameter } = searching;
  const instance = await context.fixtures.make(trial, resource, { isRich: true });
  const item = await readItem(trial, instance, context);
  const texts = Object.values(item).filter(
    (value): value is string =>
      typeof value === "string" && value.length >= 4 && !/^\d{4}-\d\d-\d\d/.test(value),
  );
  const name = String(instance.names.at(-1));
  const parents = listNames(instance);
  const isFound = async (text: string): Promise<boolean | undefined> => {
    const selected = (call: CallArguments): CallArguments =>
      withParameter(call, parameter, text.slice(0, 50));
    const { found, isComplete } = await listedNames(trial, { resource, list, parents, selected }, context);
    return found.has(name) || isComplete ? found.has(name) : undefined;
  };
  if (await isFound("zqxjkvbw"))
    violated(
      `the server answers ${list.id} with \`${parameter.name}\` zqxjkvbw with an item that doesn't have this text`,
    );
  for (const text of texts.slice(0, 8)) {
    if ((await isFound(text)) !== true) continue;
    if (!saysAnyCase(parameter)) return;
    for (const other of [text.toUpperCase(), text.toLowerCase()])
      if ((await isFound(other)) === false)
        violated(
          `the server doesn't find an item of ${list.id} by \`${parameter.name}\` ${other.slice(0, 50)}, and finds it by ${text.slice(0, 50)}`,
        );
    return;
  }
  return untried(`needs an item that \`${parameter.name}\` of ${list.id} finds`);
}

/** A time beyond all times of an item. */
const beyond = { past: "1971-01-01T00:00:00Z", future: "2999-01-01T00:00:00Z" };

/** A range of times leaves out what is wholly beyond it. */
export const timeRanges: ApiCheck = {
  name: "time-range",
  rule: "A range of times has items whose times are all within it, and not those whose times are all beyond it.",
  *cases(context) {
    for (const searching of named(context, "date-time", /(?:from|to|since|until|after|before)$/)) {
      const isBegin = /(?:from|since|after)$/i.test(searching.parameter.name);
      yield mustCase(`time-range/${searching.list.id}/${searching.parameter.name}`, async (trial, own) => {
        const { resource, list, parameter } = searching;
        const instance = await own.fixtures.make(trial, resource);
        const name = String(instance.names.at(-1));
        const parents = listNames(instance);
        for (const [time, isWithin] of [
          [isBegin ? beyond.past : beyond.future, true],
          [isBegin ? beyond.future : beyond.past, false],
        ] as const) {
          const selected = (call: CallArguments): CallArguments => withParameter(call, parameter, time);
          const { found, isComplete } = await listedNames(trial, { resource, list, parents, selected }, own);
          if (!isComplete && !found.has(name)) continue;
          if (found.has(name) !== isWithin)
            violated(
              `the server answers ${list.id} with \`${parameter.name}\` ${time} ${isWithin ? "without" : "with"} an item whose times are all ${isWithin ? "within" : "beyond"} it`,
            );
        }
      });
    }
  },
};
