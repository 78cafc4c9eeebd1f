import { below, childPlaces } from "../../../../../reader/documents/place.js";
import { json } from "../../../../../reader/text/json.js";
import type { ApiOperation } from "../../contract/api-contract.js";
import { bodyValue, type CallArguments, withBody } from "../../request/call-arguments.js";
import { madeInstance, pathNames } from "../../run/api-instance.js";
import { type ApiAnswer, isSuccess } from "../../run/api-session.js";
import { ApiUntried } from "../../run/finding.js";
import { isRecord } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { valuePlaces, withValueAt } from "../../values/value-places.js";
import {
  type ApiCheck,
  type CheckContext,
  demandSuccess,
  mustCase,
  untried,
  violated,
} from "../api-check.js";
import { baseCall } from "../base-call.js";
import { withTexts } from "../bodies/free-texts.js";
import { csvRecords, delimiters, usedDelimiter } from "./csv-records.js";

/** Files of comma-separated values can be read. */
export const csvAnswers: ApiCheck = {
  name: "csv",
  rule: "In an answer that is text/csv, each record has as many fields as the first, whatever the texts in it (RFC 4180).",
  async *cases(context, trial) {
    for (const operation of context.contract.operations) {
      if (operation.method !== "GET" || !answersCsv(operation)) continue;
      for (const { name, variant } of await variants(trial, operation, context))
        yield mustCase(`csv/${operation.id}/${name}`, async (each, own) => {
          const marks = await makeAwkward(each, own);
          const call = await variant(each, own);
          const answer = await answered(each, { operation, call }, own);
          demandSuccess(answer, operation);
          compareRecords(answer.text, { operation, marks, delimiter: delimiterIn(call.sent) });
        });
    }
  },
};

function answersCsv({ declared }: ApiOperation): boolean {
  return declared.responses.some(
    ([status, place]) =>
      status.startsWith("2") &&
      childPlaces(below(place, "content")).some(([type]) => /^text\/csv\b/i.test(type)),
  );
}

/** How a file is asked for. */
interface FileCall {
  readonly call: CallArguments;
  /** What the item was made with whose file it is. */
  readonly sent: unknown;
}

interface FileVariant {
  readonly name: string;
  readonly variant: (trial: Trial, context: CheckContext) => Promise<FileCall>;
}

/** Declared values of the body that orders a file that are tried. */
const mostVariants = 6;

/** The ways to ask for a file: with each declared value of what orders it. */
async function variants(
  trial: Trial,
  operation: ApiOperation,
  { fixtures }: CheckContext,
): Promise<readonly FileVariant[]> {
  const resource = fixtures.resourceAt(operation.path);
  const create = resource?.create;
  const node = create && fixtures.bodies.node(create);
  const plain: FileVariant = {
    name: "plain",
    variant: async (each, own) => ({ call: await own.fixtures.call(each, operation), sent: undefined }),
  };
  if (resource === undefined || create === undefined || node === undefined) return [plain];
  const usual = bodyValue(await baseCall(trial, create, fixtures));
  const found = valuePlaces(node, usual).flatMap(({ path, nodes }): readonly FileVariant[] =>
    nodes
      .flatMap((each) => each.enum ?? [])
      .filter((value) => typeof value === "string" && path.length === 1)
      .map((value) => ({
        name: `${String(path[0])}/${delimiters.includes(String(value)) ? String(value).charCodeAt(0) : String(value)}`,
        variant: async (each, own) => {
          const base = await baseCall(each, create, own.fixtures);
          const call = withBody(base, withValueAt(bodyValue(base), path, value));
          const answer = await each.call(create, call);
          demandSuccess(answer, create);
          const instance = madeInstance(resource, call, answer);
          if (instance === undefined) return untried("needs the id of a new item");
          const { names } = instance;
          return { call: await own.fixtures.call(each, operation, { names }), sent: bodyValue(call) };
        },
      })),
  );
  return found.length === 0 ? [plain] : found.slice(0, mostVariants);
}

/** Looks at a file that isn't ready yet, and the pause between two, in milliseconds. */
const looks = 30;
const pauseMs = 100;

async function answered(
  trial: Trial,
  { operation, call: { call } }: { readonly operation: ApiOperation; readonly call: FileCall },
  { session }: CheckContext,
): Promise<ApiAnswer> {
  for (let look = 0; ; look++) {
    const answer = await trial.call(operation, call, { headers: { accept: "text/csv, */*;q=0.5" } });
    const isEarly = [202, 404, 409, 425].includes(answer.status) && pathNames(operation, call).length > 0;
    if (!isEarly || look === looks) return answer;
    await session.options.sleep(pauseMs);
  }
}

/** Resources whose items get awkward texts. */
const mostResources = 4;

/** Makes items with delimiters, quotes and line breaks in their texts, and returns these. */
async function makeAwkward(trial: Trial, context: CheckContext): Promise<readonly string[]> {
  const { session, fixtures } = context;
  const marks: string[] = [];
  for (const { create } of session.resources.slice(0, mostResources))
    try {
      if (create === undefined) continue;
      for (const awkward of ['x,y;z "q"', "x\r\ny", "x;y|z", "x,y"]) {
        const call = await baseCall(trial, create, fixtures);
        const text = `${awkward} oipkit${session.freshNumber()}`;
        const { body, changed } = withTexts(create, bodyValue(call), { texts: [text], context });
        if (changed.length > 0 && isSuccess(await trial.call(create, withBody(call, body)))) marks.push(text);
      }
    } catch (error) {
      if (!(error instanceof ApiUntried)) throw error;
    }
  if (marks.length === 0) return untried("needs items with delimiters in their texts");
  return marks;
}

function delimiterIn(sent: unknown): string | undefined {
  if (!isRecord(sent)) return undefined;
  const [, value] = Object.entries(sent).find(([name]) => /delimiter|separator/i.test(name)) ?? [];
  return typeof value === "string" && value.length === 1 ? value : undefined;
}

interface FileExpectation {
  readonly operation: ApiOperation;
  readonly marks: readonly string[];
  readonly delimiter: string | undefined;
}

function compareRecords(text: string, { operation, marks, delimiter }: FileExpectation): void {
  const [header = ""] = text.split(/\r?\n/, 1);
  const used = usedDelimiter(header);
  if (delimiter !== undefined && used !== undefined && used !== delimiter)
    violated(
      `the file of ${operation.id} is separated by ${json(used)}, and ${json(delimiter)} was asked for`,
    );
  const records = csvRecords(text, delimiter ?? used ?? ",");
  if (typeof records === "string") violated(`the file of ${operation.id} isn't RFC 4180: ${records}`);
  const [first, ...others] = records.filter((each) => each.length > 1 || each[0] !== "");
  if (first === undefined) untried(`needs a file of ${operation.id} with a record`);
  const wrong = others.findIndex((each) => each.length !== first.length);
  if (wrong !== -1)
    violated(
      `record ${wrong + 2} in the file of ${operation.id} has ${others[wrong]?.length ?? 0} fields, and the first has ${first.length}`,
    );
  const cells = records.flat();
  const changed = marks.find((mark) => {
    const own = /oipkit\d+$/.exec(mark)?.[0] ?? mark;
    return cells.some((cell) => cell.includes(own)) && !cells.includes(mark);
  });
  if (changed !== undefined)
    violated(`the file of ${operation.id} has a text otherwise than it was sent: ${json(changed)}`, {
      level: "should",
    });
}
