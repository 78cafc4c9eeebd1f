import { declaresStatus } from "../../contract/api-contract.js";
import { withParameter, writeCall } from "../../request/call-arguments.js";
import { isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import { type ApiCheck, mustCase, untried, violated } from "../api-check.js";
import { acceptedOrNot, baseCall } from "../base-call.js";

/** Texts that careless programs trip over, where a parameter takes any text: cursors that nobody issued, quotes, long and odd ones. */
const oddTexts: Readonly<Record<string, string>> = {
  word: "oipkit",
  base64: Buffer.from("oipkit").toString("base64"),
  json: Buffer.from('{"id":-1}').toString("base64url"),
  number: "-1",
  quote: "'\"`;--%",
  unicode: "\u{1f600}\u00e9",
  nul: "a\u0000b",
  proto: "__proto__",
  pattern: "(((((a+)+)+)+$[",
};

/** No value of a text makes the server fail. */
export const oddQueries: ApiCheck = {
  name: "odd-query",
  rule: "No text in a query makes the server fail, such as a cursor that it hasn't issued.",
  async *cases(context, trial) {
    for (const operation of context.contract.operations) {
      if (operation.method !== "GET") continue;
      const texts = operation.declared.parameters.filter((each) => each.in === "query");
      if (texts.length === 0) continue;
      const base = await acceptedOrNot(trial, operation, context);
      if (base === undefined) continue;
      for (const parameter of texts)
        yield mustCase(`odd-query/${operation.id}/${parameter.name}`, async (each) => {
          for (const [name, text] of Object.entries(oddTexts)) {
            const answer = await each.call(operation, withParameter(base, parameter, text));
            if (answer.status >= 500)
              violated(
                `the server fails at ${operation.id} with an odd text in the query parameter \`${parameter.name}\` (${name})`,
                statuses("below 500", answer.status),
              );
          }
        });
    }
  },
};

/** Larger than any limit that a contract with 413 is likely to have. */
const hugeBytes = 16 * 1024 * 1024;

/** Bodies beyond all limits are refused where the contract says so. */
export const hugeBodies: ApiCheck = {
  name: "huge-body",
  rule: "An operation that declares 413 refuses a body of 16 MiB, and doesn't fail at it.",
  *cases({ contract }) {
    for (const operation of contract.operations) {
      if (!declaresStatus(operation, 413) || operation.declared.body === undefined) continue;
      yield {
        id: `huge-body/${operation.id}`,
        level: "should",
        run: async (trial, { fixtures }) => {
          const call = await baseCall(trial, operation, fixtures);
          const written = writeCall(operation, call);
          if (written === undefined || written.request.body.length === 0) return untried("needs a body");
          const body = new Uint8Array(hugeBytes).fill(0x20);
          body.set(written.request.body);
          // A server may end the connection instead of reading all of it: no answer comes then.
          const { method, target, headers } = written.request;
          const answer = await trial.send({ method, target, headers: Object.entries(headers), body });
          if (answer.status >= 500)
            violated(`the server fails at a body of ${operation.id} with 16 MiB`, {
              ...statuses("413", answer.status),
              level: "must",
            });
          if (isSuccess(answer))
            violated(
              `the server accepts a body of ${operation.id} with 16 MiB, and the contract declares 413`,
              statuses("413", answer.status),
            );
        },
      };
    }
  },
};
