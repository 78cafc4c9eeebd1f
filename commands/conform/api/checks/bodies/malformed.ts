import { json } from "../../../../../reader/text/json.js";
import { contentKind } from "../../../../mock/index.js";
import { type ApiOperation, writtenMedia } from "../../contract/api-contract.js";
import { bodyValue, type CallArguments, withBody, writeCall } from "../../request/call-arguments.js";
import { madeInstance } from "../../run/api-instance.js";
import { isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import { isRecord } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { type ValuePath, valueAtPath } from "../../values/value-places.js";
import { type ApiCheck, type CheckContext, mustCase, readItem, untried, violated } from "../api-check.js";
import { baseCall } from "../base-call.js";
import { creator, differenceText } from "../items/lifecycle.js";
import { withTexts } from "./free-texts.js";
import { takesEmptyObject } from "./invalid-calls.js";

/** A body that no parser should take, or that few expect. */
interface OddBody {
  readonly name: string;
  readonly words: string;
  /** Whether it has to be refused, or may be accepted. */
  readonly isRefused: boolean;
  readonly make: (text: string, value: unknown) => string | Uint8Array<ArrayBuffer>;
  readonly type?: string;
}

/** Programs that walk a value recursively manage this depth, and few need more. */
const depth = 1_000;

const oddBodies: readonly OddBody[] = [
  { name: "cut", words: "ends too early", isRefused: true, make: (text) => text.slice(0, -1) },
  { name: "text", words: "isn't JSON", isRefused: true, make: () => "this is not JSON" },
  { name: "empty", words: "is empty", isRefused: true, make: () => "" },
  {
    name: "trailing-comma",
    words: "has a comma too many",
    isRefused: true,
    make: (text) => text.replace(/\}$/, ",}"),
  },
  {
    name: "two-values",
    words: "has a second value after the first",
    isRefused: true,
    make: (text) => `${text} {}`,
  },
  {
    name: "nan",
    words: "has NaN for a number",
    isRefused: true,
    make: (text) => (/:-?\d/.test(text) ? text.replace(/:-?\d+(?:\.\d+)?([,}])/, ":NaN$1") : text.slice(1)),
  },
  { name: "null", words: "is null", isRefused: true, make: () => "null" },
  { name: "number", words: "is a number", isRefused: true, make: () => "1" },
  { name: "list", words: "is a list", isRefused: true, make: (text) => `[${text}]` },
  {
    name: "not-utf8",
    words: "isn't UTF-8",
    isRefused: false,
    make: (text) =>
      Buffer.concat([
        Buffer.from(text.slice(0, 2)),
        Buffer.from([0xff, 0xfe]),
        Buffer.from(text.slice(2)),
      ]) as Uint8Array<ArrayBuffer>,
  },
  {
    name: "media-type",
    words: "has another media type",
    isRefused: true,
    make: (text) => text,
    type: "text/csv",
  },
  {
    name: "deep",
    words: `is nested ${depth} deep`,
    isRefused: false,
    make: () => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`,
  },
  {
    name: "duplicate-key",
    words: "has a key twice",
    isRefused: false,
    make: (text) => text.replace(/^\{("(?:[^"\\]|\\.)*":)/, "{$1null,$1"),
  },
  {
    name: "huge-number",
    words: "has a huge number",
    isRefused: false,
    make: (text) => text.replace(/:\d+([,}])/, ":1e400$1"),
  },
  {
    name: "proto",
    words: "has a member `__proto__`",
    isRefused: false,
    make: (text) =>
      text.replace(
        /^\{/,
        '{"__proto__":{"polluted":"oipkit"},"constructor":{"prototype":{"polluted":"oipkit"}},',
      ),
  },
];

/** Bodies that can't be read are refused, and no body makes the server fail. */
export const malformed: ApiCheck = {
  name: "malformed",
  rule: "A body that can't be read is refused with a status from 400 to 499, and an odd one doesn't make the server fail.",
  *cases({ contract }) {
    for (const operation of contract.operations) {
      const media = writtenMedia(operation);
      if (media === undefined || contentKind(media.type) !== "json") continue;
      yield mustCase(`malformed/${operation.id}/charset`, (trial, context) =>
        sendCharset(trial, operation, context),
      );
      for (const odd of oddBodies)
        yield mustCase(`malformed/${operation.id}/${odd.name}`, (trial, context) =>
          sendOdd(trial, { operation, odd }, context),
        );
    }
  },
};

async function sendOdd(
  trial: Trial,
  { operation, odd }: { readonly operation: ApiOperation; readonly odd: OddBody },
  { contract, fixtures }: CheckContext,
): Promise<void> {
  const call = await baseCall(trial, operation, fixtures);
  const value = bodyValue(call);
  if (value === undefined) return untried(`needs a body of ${operation.id}`);
  const made = odd.make(json(value), value);
  const bytes = typeof made === "string" ? new TextEncoder().encode(made) : made;
  const whole: CallArguments = { ...call, body: { type: odd.type ?? call.body?.type, bytes } };
  const written = writeCall(operation, whole);
  if (written === undefined) return untried(`needs a value for the path of ${operation.id}`);
  const isInvalid =
    odd.type !== undefined
      ? !takesType(operation, odd.type)
      : (await contract.judgeRequest(operation, written)).length > 0;
  const answer = await trial.call(operation, whole);
  if (answer.status >= 500)
    violated(
      `the server fails at a body of ${operation.id} that ${odd.words}`,
      statuses("below 500", answer.status),
    );
  if (isSuccess(answer) && odd.isRefused && isInvalid) {
    // JSON under another name is understood by many, and nothing is an object without members for others.
    const isUnderstood =
      (odd.type !== undefined && differenceText(value, answer.value) === undefined) ||
      (odd.name === "empty" && takesEmptyObject(contract, operation));
    violated(`the server accepts a body of ${operation.id} that ${odd.words}`, {
      ...statuses("400 to 499", answer.status),
      ...(isUnderstood && { level: "should" as const }),
    });
  }
  if (
    odd.name === "proto" &&
    isSuccess(answer) &&
    isRecord(answer.value) &&
    answer.value.polluted === "oipkit"
  )
    violated(`a member \`__proto__\` of a body of ${operation.id} becomes the prototype of the item`);
}

/** JSON is UTF-8, and may say so. */
async function sendCharset(trial: Trial, operation: ApiOperation, { fixtures }: CheckContext): Promise<void> {
  const call = await baseCall(trial, operation, fixtures);
  const value = bodyValue(call);
  if (value === undefined) return untried(`needs a body of ${operation.id}`);
  const plain = await trial.call(operation, call);
  if (!isSuccess(plain))
    return untried(`needs a call of ${operation.id} that the server accepts; it answers ${plain.status}`);
  // A call of its own: an action such as publishing an item is refused the second time.
  const named = await baseCall(trial, operation, fixtures);
  const type = `${call.body?.type ?? ""}; charset=utf-8`;
  const answer = await trial.call(operation, { ...named, body: { type, value: bodyValue(named) } });
  if (answer.status === 415 || answer.status === 400)
    violated(
      `the server refuses a body of ${operation.id} whose media type says that it is UTF-8`,
      statuses("a success", answer.status),
    );
}

function takesType({ declared }: ApiOperation, type: string): boolean {
  return declared.body?.media.some(([each]) => each === type || each.includes("*")) === true;
}

/** Texts that are stored as they are. */
const oddTexts: Readonly<Record<string, string>> = {
  unicode: "Zoë 中文 😀",
  quotes: `O'Brien "x" \\ y`,
  markup: "<b>&amp;</b>",
  percent: "100% %41 %00 {x} $y",
};

/** Texts come back as they were sent. */
export const textsKept: ApiCheck = {
  name: "texts",
  rule: "A text with any characters comes back as it was sent, or is refused.",
  *cases({ session }) {
    for (const resource of session.resources) {
      const create = creator(resource);
      if (create === undefined || resource.get === undefined) continue;
      for (const [name, text] of Object.entries(oddTexts))
        yield mustCase(`texts/${create.id}/${name}`, async (trial, context) => {
          const { fixtures } = context;
          const names = create.method === "PUT" ? (await fixtures.make(trial, resource)).names : undefined;
          const call = { ...(await baseCall(trial, create, fixtures)) };
          const path =
            names === undefined
              ? call
              : { ...call, parameters: (await fixtures.call(trial, create, { names })).parameters };
          const value = bodyValue(path);
          const isWanted = (at: ValuePath): boolean => at.length === 1;
          const { body, changed } = withTexts(create, value, { texts: [text], context, isWanted });
          if (changed.length === 0) return untried(`needs a text in a body of ${create.id} that may be any`);
          const answer = await trial.call(create, withBody(path, body));
          if (answer.status >= 500)
            violated(
              `the server fails at a text of ${create.id} with ${name}`,
              statuses("below 500", answer.status),
            );
          if (!isSuccess(answer))
            return untried(`needs an item with such a text, and the server answers ${answer.status}`);
          const instance = madeInstance(resource, path, answer);
          if (instance === undefined) return untried("needs the id of a new item");
          const shown = await readItem(trial, instance, context);
          const sent = Object.fromEntries(
            changed.map(([member]) => [member, valueAtPath(body, [String(member)])]),
          );
          const difference = differenceText(sent, shown);
          if (difference !== undefined) violated(`the server changes a text of ${create.id}: ${difference}`);
        });
    }
  },
};
