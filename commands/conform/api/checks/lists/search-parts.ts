import { holds } from "../../../../../reader/validation/synthesis/search.js";
import { bodyValue, type CallArguments, withBody, withParameter } from "../../request/call-arguments.js";
import { type ApiInstance, listNames, madeInstance } from "../../run/api-instance.js";
import { isSuccess } from "../../run/api-session.js";
import type { Trial } from "../../run/trial.js";
import { type ValuePath, valuePlaces, withValueAt } from "../../values/value-places.js";
import { type ApiCheck, type CheckContext, mustCase, readItem, untried, violated } from "../api-check.js";
import { baseCall } from "../base-call.js";
import { filterReading } from "./filter-readings.js";
import { listedNames } from "./listed-names.js";
import { proseText } from "./read-lists.js";
import type { ListSearch } from "./searches.js";
import { saysAnyCase, textSearches } from "./text-searches.js";

/** A search takes its text literally, and finds it wherever it is. */
export const searchParts: ApiCheck = {
  name: "search-parts",
  rule: "A search whose description says in which members a text is contained finds each part of them, takes every character literally, and searches no other members.",
  *cases(context) {
    for (const searching of textSearches(context))
      for (const part of searchQuestions)
        if (part.isAnyCase !== true || saysAnyCase(searching.parameter))
          yield mustCase(
            `search-parts/${searching.list.id}/${searching.parameter.name}/${part.name}`,
            (trial, own) => ask(trial, { searching, part }, own),
          );
  },
};

/** A text of an item, and a text that finds it, or doesn't. */
interface SearchQuestion {
  readonly name: string;
  readonly level: "must" | "should";
  /** Whether it is asked only where the contract says that case doesn't matter. */
  readonly isAnyCase?: boolean;
  /** A text of an item, with a word of its own in it. */
  readonly text: (word: string) => string;
  readonly finds: readonly ((word: string) => string)[];
  readonly misses: readonly ((word: string) => string)[];
}

/** Characters that mean something in patterns and addresses. */
const special = [..."%_.*+&?'()[^$#;"];

function letter(index: number): string {
  return String.fromCharCode(97 + index);
}

const searchQuestions: readonly SearchQuestion[] = [
  {
    name: "middle",
    level: "must",
    text: (word) => `ab${word}cd efgh`,
    finds: [(word) => `b${word}c`, (word) => `${word}cd ef`, () => "cd efgh", () => "h"],
    misses: [(word) => `b${word}d`],
  },
  {
    name: "end",
    level: "must",
    text: (word) => `${"long ".repeat(10)}${word}cd`,
    finds: [(word) => `${word}cd`],
    misses: [],
  },
  {
    name: "characters",
    level: "must",
    text: (word) => word + special.map((character, index) => character + letter(index)).join(""),
    // Without the character it would be another text.
    finds: special.map(
      (character, index) => (word) => `${index === 0 ? word : letter(index - 1)}${character}${letter(index)}`,
    ),
    misses: [],
  },
  {
    name: "wildcards",
    level: "must",
    text: (word) => `ab${word}cdef`,
    finds: [(word) => `${word}cd`],
    misses: [
      (word) => `${word}%ef`,
      (word) => `${word}_def`,
      (word) => `${word}.def`,
      (word) => `${word}*ef`,
      (word) => `${word}.*ef`,
      (word) => `${word}?def`,
    ],
  },
  {
    name: "letters",
    level: "must",
    text: (word) => `ab${word}größéx日本y`,
    finds: [(word) => `${word}größéx`, (word) => `${word}größéx日本y`],
    misses: [(word) => `${word}griß`],
  },
  {
    name: "case",
    level: "must",
    isAnyCase: true,
    text: (word) => `ab${word}ÖlÉ`,
    finds: [(word) => `${word.toUpperCase()}ÖLÉ`, (word) => `${word}ölé`],
    misses: [],
  },
  {
    name: "words",
    level: "should",
    text: (word) => `ab${word} middle cd`,
    finds: [(word) => `${word} middle`],
    misses: [
      (word) => `cd ab${word}`,
      (word) => `ab${word} cd`,
      (word) => `ab${word} zqxjk`,
      (word) => `${word}middle`,
    ],
  },
];

interface AskedSearch {
  readonly searching: ListSearch;
  readonly part: SearchQuestion;
}

async function ask(trial: Trial, { searching, part }: AskedSearch, context: CheckContext): Promise<void> {
  const { list, parameter } = searching;
  const word = `w${context.session.freshNumber().toString(36)}q`;
  const text = part.text(word);
  const { members } = await searchedMembers(trial, searching, context);
  for (const member of members) {
    const instance = await withText(trial, searching, { path: [member], text, context });
    if (instance === undefined) continue;
    const found = (value: string): Promise<boolean | undefined> =>
      isFound(trial, { searching, instance, value }, context);
    if ((await found(word)) === undefined) return untried(`needs all pages of ${list.id}`);
    for (const finds of part.finds)
      if ((await found(finds(word))) === false)
        violated(
          `the server doesn't find an item of ${list.id} by \`${parameter.name}\` ${finds(word)}, and its \`${member}\` is ${text}`,
          { level: part.level },
        );
    for (const misses of part.misses)
      if ((await found(misses(word))) === true)
        violated(
          `the server finds an item of ${list.id} by \`${parameter.name}\` ${misses(word)}, and its \`${member}\` is ${text}`,
          { level: part.level },
        );
    if (part.name === "middle") await inOthers(trial, { searching, members, word }, context);
    return;
  }
  return untried(`needs an item whose searched member is ${text}`);
}

/** The members that the description names. */
async function searchedMembers(trial: Trial, { resource, parameter }: ListSearch, context: CheckContext) {
  const instance = await context.fixtures.make(trial, resource, { isRich: true });
  const item = await readItem(trial, instance, context);
  const reading = filterReading(parameter, [item], context.contract);
  if (reading === undefined || reading.relation !== "text")
    return untried(`needs a description of \`${parameter.name}\` that says which members contain its text`);
  return { members: reading.members };
}

/** A new item with a text in a member; `undefined` if the contract or the server doesn't accept it. */
async function withText(
  trial: Trial,
  { resource }: ListSearch,
  {
    path,
    text,
    context,
  }: { readonly path: ValuePath; readonly text: string; readonly context: CheckContext },
): Promise<ApiInstance | undefined> {
  const { create } = resource;
  const node = create && context.fixtures.bodies.node(create);
  if (create === undefined || node === undefined) return undefined;
  const call = await baseCall(trial, create, context.fixtures);
  const body = withValueAt(bodyValue(call), path, text);
  if (!holds(node, body)) return undefined;
  const sent = withBody(call, body);
  const answer = await trial.call(create, sent);
  return isSuccess(answer) ? madeInstance(resource, sent, answer) : undefined;
}

async function isFound(
  trial: Trial,
  {
    searching,
    instance,
    value,
  }: { readonly searching: ListSearch; readonly instance: ApiInstance; readonly value: string },
  context: CheckContext,
): Promise<boolean | undefined> {
  const { resource, list, parameter } = searching;
  const selected = (call: CallArguments): CallArguments => withParameter(call, parameter, value);
  const parents = listNames(instance);
  const { found, isComplete } = await listedNames(trial, { resource, list, parents, selected }, context);
  const isThere = found.has(String(instance.names.at(-1)));
  return isThere || isComplete ? isThere : undefined;
}

/** Each member that is named is searched, and no other one. */
async function inOthers(
  trial: Trial,
  {
    searching,
    members,
    word,
  }: { readonly searching: ListSearch; readonly members: readonly string[]; readonly word: string },
  context: CheckContext,
): Promise<void> {
  const { resource, list, parameter } = searching;
  const node = resource.create && context.fixtures.bodies.node(resource.create);
  const body = resource.create && bodyValue(await baseCall(trial, resource.create, context.fixtures));
  if (node === undefined) return;
  const isOnly = /\bonly\b/i.test(proseText(parameter));
  const places = valuePlaces(node, body).filter(({ value }) => typeof value === "string");
  for (const { path } of places.slice(0, mostMembers)) {
    const isNamed = members.includes(String(path[0]));
    const text = `zq${word}${path.join("")}`.replace(/[^a-z0-9]/gi, "").slice(0, 30);
    const instance = await withText(trial, searching, { path, text, context });
    const found = instance && (await isFound(trial, { searching, instance, value: text }, context));
    if (found !== undefined && found !== isNamed)
      violated(
        `the server ${found ? "finds" : "doesn't find"} an item of ${list.id} by \`${parameter.name}\` ${text} in \`${path.join("/")}\`, and the contract says: ${proseText(parameter).slice(0, 120)}`,
        isNamed || isOnly ? {} : { level: "should" },
      );
  }
}

/** Members in which a search is tried. */
const mostMembers = 8;
