import { json } from "../../../../../reader/text/json.js";
import { holds } from "../../../../../reader/validation/synthesis/search.js";
import { contentKind } from "../../../../mock/index.js";
import {
  type ApiOperation,
  declaredStatuses,
  parameterSchema,
  statusText,
  writtenMedia,
} from "../../contract/api-contract.js";
import { hasInOrder, infoText, statements } from "../../contract/contract-words.js";
import { bodyValue, withParameter } from "../../request/call-arguments.js";
import { type ApiAnswer, isRefusal } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import type { Trial } from "../../run/trial.js";
import { type ApiCase, type ApiCheck, type CheckContext, mustCase, untried, violated } from "../api-check.js";
import { acceptedOrNot, baseCall } from "../base-call.js";
import { invalidCalls } from "../bodies/invalid-calls.js";
import { invalidCall } from "../bodies/refused.js";

/** Why a request is refused. */
interface RefusalCause {
  /** What follows "a request". */
  readonly words: string;
  /** What contracts say of such a refusal. */
  readonly pattern: RegExp;
  /** The same in words that have others between them, in one part of a sentence. */
  readonly apart: readonly (readonly RegExp[])[];
}

const notValid = /\b(?:isn't|is not|are not|aren't|not) valid\b/i;

const causes = {
  syntax: {
    words: "whose body isn't JSON",
    pattern:
      /\bmalformed (?:body|request|syntax)|\b(?:can't|cannot|can not|couldn't) be (?:parsed|read|decoded)\b|\bunparse?able\b/i,
    apart: [
      [/\b(?:isn't|is not|not|invalid|malformed|unreadable|bad|broken)\b/i, /\bjson\b/i],
      [/\bjson\b/i, /\b(?:invalid|malformed|syntax|broken)\b/i],
    ],
  },
  body: {
    words: "whose body isn't valid",
    pattern:
      /\binvalid (?:body|input|payload|data|content|fields?|members?)\b|\bvalidation\b|\b(?:violates?|doesn't match|does not match|breaks?) (?:the|its) schema\b/i,
    apart: [[/\b(?:body|content|input|payload|data|members?|fields?)\b/i, notValid]],
  },
  query: {
    words: "with a query parameter that isn't valid",
    pattern: /\binvalid (?:query )?parameters?\b/i,
    apart: [
      [/\bparameters?\b/i, notValid],
      [/\bquery\b/i, /\binvalid\b/i],
      [/\bquery\b/i, notValid],
    ],
  },
} as const satisfies Readonly<Record<string, RefusalCause>>;
type Cause = keyof typeof causes;

/** Kinds of mistakes in one operation's bodies and parameters that are tried. */
const mostKeywords = 8;

/** A refusal has the status whose description is about it. */
export const refusalStatus: ApiCheck = {
  name: "refusal-status",
  rule: "Of several declared refusals, a request gets the one whose description is about it: malformed JSON, an invalid body, an invalid parameter.",
  async *cases(context, trial) {
    for (const operation of context.contract.operations) {
      const media = writtenMedia(operation);
      const isJson = media !== undefined && contentKind(media.type) === "json";
      if (isJson && statusOfCause(operation, "syntax") !== undefined)
        for (const [name, cut] of [
          ["cut", (text: string) => text.slice(0, -1)],
          ["text", () => "this is not JSON"],
        ] as const)
          yield mustCase(`refusal-status/${operation.id}/syntax/${name}`, (each, own) =>
            sendSyntax(each, { operation, cut }, own),
          );
      yield* invalidPaths(operation, context);
      const wanted = (["body", "query"] as const).filter(
        (cause) => statusOfCause(operation, cause) !== undefined,
      );
      if (wanted.length === 0) continue;
      const call = await acceptedOrNot(trial, operation, context);
      if (call === undefined) continue;
      const seen = new Set<string>();
      for (const invalid of await invalidCalls(operation, call, context)) {
        const [place = "", ...rest] = invalid.detail.split("/");
        const cause = wanted.find((each) => each === place);
        const keyword = `${place}/${rest.at(-1) ?? ""}`;
        if (
          cause === undefined ||
          invalid.level !== "must" ||
          seen.has(keyword) ||
          seen.size >= mostKeywords ||
          invalid.detail === "body/required"
        )
          continue;
        seen.add(keyword);
        yield mustCase(`refusal-status/${operation.id}/${invalid.detail}`, async (each, own) => {
          const answer = await each.call(operation, await invalidCall(each, { operation, invalid }, own));
          const isType = rest.includes("type");
          compare(operation, cause, { answer, words: `in which ${invalid.words}`, isType });
        });
      }
    }
  },
};

/** The only declared refusal whose description is about a cause; `undefined` if there is none, or several. */
function statusOfCause(operation: ApiOperation, cause: Cause): number | undefined {
  const found = refusals(operation).filter((status) => isAbout(operation, status, cause));
  return found.length === 1 && refusals(operation).length > 1 ? found[0] : undefined;
}

function refusals(operation: ApiOperation): readonly number[] {
  return declaredStatuses(operation)
    .filter((status) => /^4\d\d$/.test(status))
    .map(Number);
}

function isAbout(operation: ApiOperation, status: number, cause: Cause): boolean {
  const { pattern, apart }: RefusalCause = causes[cause];
  return statements(statusText(operation, status)).some(
    (each) =>
      pattern.test(each) ||
      each.split(",").some((part) => apart.some((patterns) => hasInOrder(part, patterns))),
  );
}

interface Refused {
  readonly answer: ApiAnswer;
  /** What is wrong, after "a request". */
  readonly words: string;
  /** Whether a value has another type. */
  readonly isType?: boolean;
}

function compare(operation: ApiOperation, cause: Cause, { answer, words, isType = false }: Refused): void {
  const wanted = statusOfCause(operation, cause);
  if (wanted === undefined || answer.status === wanted) return;
  if (!isRefusal(answer)) untried(`needs a refusal of ${operation.id}`);
  // What comes before, such as a state or a missing item, may have been looked at first.
  if (!refusals(operation).includes(answer.status)) return;
  const isOther = (Object.keys(causes) as Cause[]).some((each) => isAbout(operation, answer.status, each));
  if (!isOther && answer.status !== 400 && answer.status !== 422) return;
  violated(
    `the server answers a request of ${operation.id} ${words} with ${answer.status} (${statusText(operation, answer.status).slice(0, 60)}), and the contract has ${wanted} for it: ${statusText(operation, wanted).slice(0, 80)}`,
    // What has another type may be unreadable to some parsers.
    { ...statuses(String(wanted), answer.status), ...((!isOther || isType) && { level: "should" as const }) },
  );
}

/** What most schemas of names don't allow. */
const oddNames = ["oipkit", "~", "-", "Oipkit!"];

/** The last name in a path isn't valid by its schema. */
function* invalidPaths(operation: ApiOperation, { contract, fixtures }: CheckContext): Generator<ApiCase> {
  const resource = fixtures.resourceAt(operation.path);
  const parameter = operation.declared.parameters.find(
    ({ in: where, name }) => where === "path" && name === resource?.parameter,
  );
  const node = parameter && contract.requestNode(parameterSchema(parameter));
  const odd = node && oddNames.find((name) => !holds(node, name));
  if (operation.method !== "GET" || odd === undefined || parameter === undefined) return;
  const said = statements(infoText(contract)).find((each) =>
    hasInOrder(each, [/\bpath parameters?\b/i, /\b(?:isn't|aren't|invalid|not valid)\b/i, /\b4\d\d\b/]),
  );
  const own = Number(/\b4\d\d\b/.exec(said ?? "")?.[0]);
  const wanted = said === undefined ? statusOfCause(operation, "query") : own;
  if (wanted === undefined || !refusals(operation).includes(wanted)) return;
  yield {
    id: `refusal-status/${operation.id}/path/${parameter.name}`,
    level: said === undefined ? "should" : "must",
    run: async (trial) => {
      const call = withParameter(await fixtures.call(trial, operation), parameter, odd);
      const answer = await trial.call(operation, call);
      // What can't be a name names nothing.
      if (said === undefined && answer.status === 404) return;
      if (answer.status !== wanted && refusals(operation).includes(answer.status) && isRefusal(answer))
        violated(
          `the server answers ${operation.id} with ${answer.status} if \`${parameter.name}\` is \`${odd}\`, which isn't valid, and the contract has ${wanted} for it`,
          statuses(String(wanted), answer.status),
        );
    },
  };
}

async function sendSyntax(
  trial: Trial,
  { operation, cut }: { readonly operation: ApiOperation; readonly cut: (text: string) => string },
  { fixtures }: CheckContext,
): Promise<void> {
  const call = await baseCall(trial, operation, fixtures);
  const value = bodyValue(call);
  if (value === undefined) return untried(`needs a body of ${operation.id}`);
  const bytes = new TextEncoder().encode(cut(json(value)));
  const answer = await trial.call(operation, { ...call, body: { type: call.body?.type, bytes } });
  compare(operation, "syntax", { answer, words: causes.syntax.words });
}
