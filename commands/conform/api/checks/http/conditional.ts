import { declaresStatus, headerParameter } from "../../contract/api-contract.js";
import { withBody } from "../../request/call-arguments.js";
import { answerHeader, isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import { type ApiCheck, demandSuccess, getItem, readItem, untried, violated } from "../api-check.js";
import { creator, differenceText } from "../items/lifecycle.js";
import { settled } from "../items/same-content.js";

/** Requests with conditions: on ETags that the server sends. */
export const conditional: ApiCheck = {
  name: "if-none-match",
  rule: "A request with a condition about an ETag is answered by it (RFC 9110, section 13).",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { get, put, patch } = resource;
      if (get === undefined) continue;
      const isDeclared = declaresStatus(get, 304);
      yield {
        id: `if-none-match/${get.id}`,
        level: isDeclared ? "must" : "should",
        run: async (trial, { fixtures }) => {
          const { names } = await fixtures.shared(trial, resource);
          const first = await getItem(trial, { resource, names }, { fixtures });
          demandSuccess(first.answer, get);
          const tag = answerHeader(first.answer, "etag");
          if (tag === undefined) return untried(`needs an ETag of ${get.id}`);
          if (!/^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/.test(tag))
            violated(
              `the ETag of ${get.id} isn't within quotation marks, as RFC 9110 demands: ${tag.slice(0, 60)}`,
            );
          const headers = { "if-none-match": tag };
          const { answer } = await getItem(trial, { resource, names }, { fixtures, headers });
          if (answer.status !== 304)
            violated(
              `the server ignores If-None-Match with the ETag of ${get.id}`,
              statuses("304", answer.status),
            );
          if (answer.body.length > 0) violated(`the server sends a body with 304 of ${get.id}`);
          const other = await getItem(
            trial,
            { resource, names },
            { fixtures, headers: { "if-none-match": '"oipkit-other"' } },
          );
          if (other.answer.status === 304)
            violated(`the server answers 304 to If-None-Match with another ETag than that of ${get.id}`);
        },
      };
      for (const change of [put, patch]) {
        if (change === undefined || creator(resource) === undefined) continue;
        const takesMatch = headerParameter(change, "if-match") !== undefined;
        const level = takesMatch || declaresStatus(change, 412) ? "must" : "should";
        yield {
          id: `if-match/${change.id}`,
          level,
          run: async (trial, context) => {
            const { fixtures } = context;
            const instance = await fixtures.make(trial, resource);
            const { answer } = await getItem(trial, instance, { fixtures });
            const tag = answerHeader(answer, "etag");
            if (tag === undefined) return untried(`needs an ETag of ${get.id}`);
            const before = await readItem(trial, instance, context);
            const { call } = await fixtures.accepted(trial, change, {
              names: instance.names,
              headers: { "if-match": tag },
            });
            const changed = await readItem(trial, instance, context);
            const other = fixtures.bodies.renamed(change, call);
            const rich = fixtures.learned.likeliest(change, true);
            const full = rich && (await fixtures.filled(trial, change, { ...rich, names: instance.names }));
            // A body that the server has taken, and one that changes as much as possible.
            for (const [stale, body] of [
              ['"oipkit-other"', other],
              [tag, other],
              [tag, full === undefined ? other : withBody(call, full)],
            ] as const) {
              if (stale === tag && differenceText(settled(before), changed) === undefined) continue;
              const again = await trial.call(change, body, { headers: { "if-match": stale } });
              if (isSuccess(again))
                violated(
                  `the server ignores If-Match with ${stale === tag ? "the ETag of an earlier state" : "another ETag"} in a request of ${change.id}`,
                  statuses("412", again.status),
                );
              const effect = differenceText(settled(changed), await readItem(trial, instance, context));
              if (effect !== undefined)
                violated(`the server refuses ${change.id} by its If-Match, and carries it out: ${effect}`);
            }
          },
        };
        yield {
          id: `etag-changes/${change.id}`,
          level: "must",
          run: async (trial, context) => {
            const { fixtures } = context;
            const instance = await fixtures.make(trial, resource);
            const first = (await getItem(trial, instance, { fixtures })).answer;
            const tag = answerHeader(first, "etag");
            if (tag === undefined) return untried(`needs an ETag of ${get.id}`);
            await fixtures.accepted(trial, change, {
              names: instance.names,
              isRich: true,
              headers: { "if-match": tag },
            });
            const second = (await getItem(trial, instance, { fixtures })).answer;
            if (differenceText(first.value, second.value) === undefined)
              return untried(`needs a change by ${change.id}`);
            if (answerHeader(second, "etag") === tag)
              violated(`the ETag of ${get.id} stays the same after ${change.id} has changed the item`);
          },
        };
      }
    }
  },
};
