import { type Duplex, Readable } from "node:stream";
import { AnswerTooLargeError, MalformedBodyError, readItems } from "@oipkit/runtime/http";
import { below, dereference, type Place } from "../../../reader/documents/place.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import { type FindingPlace, finding, type MockFinding, unchecked } from "../exchange.js";
import { type Checking, checkTexts } from "../request/check-parameters.js";
import { bodyDecoder } from "../request/decode-body.js";
import { essence } from "../request/headers.js";
import { jsonValue } from "../request/texts.js";

/** Judges the pieces of a body while they pass. */
export interface PieceJudge {
  readonly take: (piece: Buffer) => void;
  /** Resolves when all that was taken is judged; an item that was cut off isn't. Never rejects. */
  readonly end: (how: { readonly isComplete: boolean }) => Promise<void>;
}

/** A body of items. */
interface ItemBody {
  readonly type: string;
  /** The `Content-Encoding`. */
  readonly coding: string | undefined;
  /** Of the list of items. */
  readonly schema: Place;
  readonly at: FindingPlace;
  /** Of one item, and of what waits to be decoded. */
  readonly maxBytes: number;
  readonly found: (findings: readonly MockFinding[]) => void;
}

/** Whether a schema says what the items of a stream are, and nothing about their list. */
export function hasItemsAlone(checking: Checking, schema: Place): boolean {
  const { value } = dereference(checking.schemas.contracts("answer"), schema);
  if (!isSchemaObject(value) || value.type !== "array") return false;
  return !listKeywords.some((keyword) => Object.hasOwn(value, keyword));
}

const listKeywords = [
  ..."prefixItems minItems maxItems uniqueItems contains unevaluatedItems allOf anyOf oneOf not if enum const".split(
    " ",
  ),
];

const deadline = {
  operation: "mock",
  signal: new AbortController().signal,
  guard: async <T>(work: () => T | Promise<T>): Promise<T> => work(),
  restart(): void {},
  stopClock(): void {},
  close(): void {},
};

/** What may wait to be judged, at least: a few pieces of a fast body. */
const leastWaiting = 1024 * 1024;

/** Judges each item as soon as it is there. */
export function itemJudge(checking: Checking, body: ItemBody): PieceJudge {
  const { type, coding, at, maxBytes, found } = body;
  const decoders = bodyDecoder(coding);
  if ("kind" in decoders) {
    found([unchecked(at, `nothing decodes \`${decoders.coding}\``)]);
    return { take: () => {}, end: async () => {} };
  }
  const input = new Readable({ read: () => {} });
  let isOpen = true;
  const close = (findings: readonly MockFinding[]): void => {
    if (!isOpen) return;
    isOpen = false;
    input.destroy();
    if (findings.length > 0) found(findings);
  };
  const response = new Response(Readable.toWeb(piped(input, decoders)) as BodyInit, {
    headers: { "content-type": essence(type) },
  });
  const reading = readAll(checking, { ...body, response }).catch((error: unknown) =>
    close([stopFinding(at, error, maxBytes)]),
  );
  return {
    take: (piece) => {
      if (!isOpen) return;
      input.push(piece);
      if (input.readableLength > Math.max(maxBytes, leastWaiting))
        close([unchecked(at, "it comes faster than it can be judged")]);
    },
    end: async ({ isComplete }) => {
      if (!isComplete) close([]);
      if (isOpen) input.push(null);
      await reading;
    },
  };
}

function piped(input: Readable, decoders: readonly Duplex[]): Readable {
  return decoders.reduce<Readable>((source, decoder) => {
    source.on("error", (error) => decoder.destroy(error));
    source.on("close", () => decoder.end());
    return source.pipe(decoder);
  }, input);
}

/** Why the rest of a stream isn't judged. */
function stopFinding(at: FindingPlace, error: unknown, maxBytes: number): MockFinding {
  if (error instanceof AnswerTooLargeError)
    return unchecked(at, `an item is larger than ${maxBytes} bytes; raise the limit with --max-body`);
  if (!(error instanceof MalformedBodyError)) return unchecked(at, "it can't be decoded");
  const message = error.message.replace(
    / of status \d+ isn't JSON$/,
    " isn't valid JSON, so the rest isn't judged",
  );
  return finding(at, {
    code: "json-syntax",
    message,
    help: "Fix the server, or the contract if the server is right.",
  });
}

async function readAll(
  checking: Checking,
  { response, schema, at, maxBytes, found }: ItemBody & { readonly response: Response },
): Promise<void> {
  const list = dereference(checking.schemas.contracts("answer"), schema);
  const items = below(list, "items");
  let index = 0;
  for await (const item of readItems(response, { deadline, maxBytes, parse: jsonValue })) {
    const checked = { schema: items, direction: "answer", at, phrase: "the item" } as const;
    const findings = checkTexts(checking, checked, () => ({ kind: "value", value: item }));
    const position = index++;
    if (findings.length > 0)
      found(findings.map((each) => ({ ...each, pointer: `/${position}${each.pointer}` })));
  }
}
