import { gzipSync } from "node:zlib";
import { json } from "../../../../../reader/text/json.js";
import { contentKind } from "../../../../mock/index.js";
import {
  type ApiContract,
  type ApiOperation,
  declaresStatus,
  writtenMedia,
} from "../../contract/api-contract.js";
import { hasInOrder, infoText, refusalStatements, statements } from "../../contract/contract-words.js";
import { bodyValue, type CallArguments } from "../../request/call-arguments.js";
import { isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import type { Trial } from "../../run/trial.js";
import { type ApiCase, type ApiCheck, type CheckContext, mustCase, untried, violated } from "../api-check.js";
import { baseCall } from "../base-call.js";

/** A body whose headers name something that the operation doesn't take. */
interface OtherBody {
  readonly name: string;
  readonly words: string;
  readonly level: ApiCase["level"];
  readonly type?: string;
  readonly encoding?: string;
}

/** Bodies of other media types, charsets and encodings are refused where the contract says so. */
export const mediaTypes: ApiCheck = {
  name: "media-type",
  rule: "An operation that declares 415 answers with it if a body has another media type, none, or another charset or encoding than the contract names.",
  *cases({ contract }) {
    for (const operation of contract.operations) {
      const media = writtenMedia(operation);
      if (media === undefined || contentKind(media.type) !== "json" || !declaresStatus(operation, 415))
        continue;
      const says = (pattern: RegExp): boolean =>
        refusalStatements(contract, operation, 415).some((each) => pattern.test(each));
      for (const other of otherBodies(operation, { type: media.type, says }))
        yield {
          id: `media-type/${operation.id}/${other.name}`,
          level: other.level,
          run: (trial, context) => sendOther(trial, { operation, other }, context),
        };
    }
  },
};

function* otherBodies(
  { declared }: ApiOperation,
  { type, says }: { readonly type: string; readonly says: (pattern: RegExp) => boolean },
): Generator<OtherBody> {
  const types = (declared.body?.media ?? []).map(([each]) => each.toLowerCase());
  if (types.some((each) => each.includes("*"))) return;
  yield { name: "none", words: "has no media type", level: "must" };
  yield { name: "text", words: "is called text/plain", level: "must", type: "text/plain" };
  for (const other of ["application/json", "application/merge-patch+json"])
    if (!types.includes(other))
      yield {
        name: other.replace("application/", ""),
        words: `is called ${other}`,
        // A parser of JSON may take all that is JSON.
        level: other === "application/json" ? "must" : "should",
        type: other,
      };
  if (says(/\bcharsets?\b/i))
    for (const charset of ["iso-8859-1", "utf-16"])
      yield {
        name: charset,
        words: `is said to be in ${charset}`,
        level: "must",
        type: `${type}; charset=${charset}`,
      };
  if (says(/\bcontent-encoding\b|\bencodings?\b/i))
    for (const encoding of ["gzip", "x-oipkit"])
      yield {
        name: encoding,
        words: `has the content encoding ${encoding}`,
        level: says(/\bwithout `?content-encoding\b|\bencodings? (?:isn't|aren't|is not|are not)\b/i)
          ? "must"
          : "should",
        type,
        encoding,
      };
}

/** Whether the contract says in words that other media types are answered 415, rather than that this may be answered. */
function saysStatus(contract: ApiContract): boolean {
  return statements(infoText(contract)).some((each) => hasInOrder(each, [/\bmedia types?\b/i, /\b415\b/]));
}

/** Spellings of a media type that mean the same (RFC 9110, section 8.3.1). */
const spellings: readonly ((type: string) => string)[] = [
  (type) => type.toUpperCase(),
  (type) => `${type};charset=UTF-8`,
  (type) => `${type} ; charset="utf-8"`,
];

/** A media type is the same in any capitals. */
export const mediaSpellings: ApiCheck = {
  name: "media-spelling",
  rule: "A media type is the same in capitals, and with its charset in any spelling (RFC 9110, section 8.3.1).",
  *cases({ contract }) {
    const seen = new Set<string>();
    for (const operation of contract.operations) {
      const media = writtenMedia(operation);
      if (media === undefined || contentKind(media.type) !== "json" || seen.has(media.type)) continue;
      seen.add(media.type);
      yield mustCase(`media-spelling/${operation.id}`, async (trial, { fixtures }) => {
        const plain = await trial.call(operation, await baseCall(trial, operation, fixtures));
        if (!isSuccess(plain)) return untried(`needs a call of ${operation.id} that the server accepts`);
        for (const spelling of spellings) {
          const call = await baseCall(trial, operation, fixtures);
          const type = spelling(media.type);
          const bytes = new TextEncoder().encode(json(bodyValue(call)));
          const answer = await trial.call(operation, { ...call, body: { type, bytes } });
          if (answer.status === 415 || answer.status === 400)
            violated(
              `the server refuses a body of ${operation.id} whose media type is spelled \`${type}\``,
              statuses("a success", answer.status),
            );
        }
      });
    }
  },
};

async function sendOther(
  trial: Trial,
  { operation, other }: { readonly operation: ApiOperation; readonly other: OtherBody },
  { contract, fixtures }: CheckContext,
): Promise<void> {
  const call = await baseCall(trial, operation, fixtures);
  const value = bodyValue(call);
  if (value === undefined) return untried(`needs a body of ${operation.id}`);
  const text = new TextEncoder().encode(json(value));
  const bytes = other.encoding === "gzip" ? new Uint8Array(gzipSync(text)) : text;
  const changed: CallArguments = { ...call, body: { type: other.type, bytes } };
  const headers: Record<string, string> =
    other.encoding === undefined ? {} : { "content-encoding": other.encoding };
  const answer = await trial.call(operation, changed, { headers });
  if (isSuccess(answer))
    return violated(
      `the server accepts a body of ${operation.id} that ${other.words}, and the contract declares 415`,
      statuses("415", answer.status),
    );
  if (answer.status === 415) return;
  // As it is it must be fine, or another status says nothing.
  if (!isSuccess(await trial.call(operation, call)))
    return untried(`needs a call of ${operation.id} that the server accepts`);
  if (answer.status < 500)
    violated(
      `the server refuses a body of ${operation.id} that ${other.words} by another status than the declared 415`,
      {
        ...statuses("415", answer.status),
        level: saysStatus(contract) ? other.level : "should",
      },
    );
}
