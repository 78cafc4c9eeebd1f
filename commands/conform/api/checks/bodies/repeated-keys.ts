import { json } from "../../../../../reader/text/json.js";
import { holds } from "../../../../../reader/validation/synthesis/search.js";
import { contentKind } from "../../../../mock/index.js";
import {
  type ApiContract,
  type ApiOperation,
  statusText,
  writtenMedia,
} from "../../contract/api-contract.js";
import { hasInOrder, infoText, saysRefused, statements } from "../../contract/contract-words.js";
import { bodyValue } from "../../request/call-arguments.js";
import { isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import { isRecord } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { withValueAt } from "../../values/value-places.js";
import { type ApiCheck, type CheckContext, mustCase, untried, violated } from "../api-check.js";
import { baseCall } from "../base-call.js";

/** What the contract says of a key that an object has twice. */
type KeyRule = "refused" | "last";

/** What the contract says of repeated keys holds. */
export const repeatedKeys: ApiCheck = {
  name: "repeated-key",
  rule: "A body in which an object has a key twice is refused if the contract says so, and the last one counts if it says that.",
  *cases({ contract }) {
    for (const operation of contract.operations) {
      const media = writtenMedia(operation);
      if (media === undefined || contentKind(media.type) !== "json") continue;
      const rule = keyRule(contract, operation);
      if (rule !== undefined)
        yield mustCase(`repeated-key/${operation.id}`, (trial, context) =>
          send(trial, { operation, rule }, context),
        );
    }
  },
};

function keyRule(contract: ApiContract, operation: ApiOperation): KeyRule | undefined {
  const text = [infoText(contract), statusText(operation, 400), statusText(operation, 422)].join("\n");
  const statement = statements(text).find((each) =>
    /\b(?:repeated|duplicated?|equal|same) (?:json )?(?:keys?|names?|members?)\b|\b(?:keys?|members?) (?:is|are) (?:repeated|duplicated)\b/i.test(
      each,
    ),
  );
  if (statement === undefined) return undefined;
  if (hasInOrder(statement, [/\blast\b/i, /\b(?:counts?|wins?|used|taken)\b/i])) return "last";
  return saysRefused(statement) && !/\bidempotency\b/i.test(statement) ? "refused" : undefined;
}

async function send(
  trial: Trial,
  { operation, rule }: { readonly operation: ApiOperation; readonly rule: KeyRule },
  { fixtures }: CheckContext,
): Promise<void> {
  const call = await baseCall(trial, operation, fixtures);
  const value = bodyValue(call);
  const [first] = isRecord(value) ? Object.entries(value) : [];
  if (first === undefined) return untried(`needs a body of ${operation.id} with a member`);
  const [name, own] = first;
  // The same value again where it is refused, so that nothing else is wrong; a wrong one first where the last one counts.
  const node = fixtures.bodies.node(operation);
  const isNullWrong = node !== undefined && !holds(node, withValueAt(value, [name], null));
  const wrong = isNullWrong ? "null" : '{"oipkit":[]}';
  const before = rule === "refused" ? json(own) : wrong;
  const bytes = new TextEncoder().encode(json(value).replace("{", () => `{${json(name)}:${before},`));
  const answer = await trial.call(operation, { ...call, body: { type: call.body?.type, bytes } });
  if (rule === "refused" && isSuccess(answer))
    violated(
      `the server accepts a body of ${operation.id} with the key \`${name}\` twice, of which the contract says that it is refused`,
      statuses("400 to 499", answer.status),
    );
  if (isSuccess(answer)) return;
  const control = await trial.call(operation, call);
  if (!isSuccess(control)) return untried(`needs a call of ${operation.id} that the server accepts`);
  if (rule === "last")
    violated(
      `the server refuses a body of ${operation.id} with the key \`${name}\` twice, of which the contract says that the last one counts`,
      statuses("a success", answer.status),
    );
}
