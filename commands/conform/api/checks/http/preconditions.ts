import { declaresStatus, headerParameter } from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import { bodyValue } from "../../request/call-arguments.js";
import { answerHeader, isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import type { Trial } from "../../run/trial.js";
import { type ApiCheck, type CheckContext, demandSuccess, getItem, untried, violated } from "../api-check.js";
import { differenceText } from "../items/lifecycle.js";

/** An item with its ETag. Throws `ApiUntried` if it has none. */
async function tagged(trial: Trial, resource: ApiResource, { fixtures }: CheckContext) {
  const instance = await fixtures.shared(trial, resource);
  const { answer, operation } = await getItem(trial, instance, { fixtures });
  demandSuccess(answer, operation);
  const tag = answerHeader(answer, "etag");
  if (tag === undefined) return untried(`needs an ETag of ${operation.id}`);
  return { instance, tag };
}

/** Spellings of `If-None-Match` that name the item's ETag (RFC 9110, section 13.1.2): the comparison is weak, and any of a list counts. */
const spellings: Readonly<Record<string, (tag: string) => string>> = {
  weak: (tag) => (tag.startsWith("W/") ? tag.slice(2) : `W/${tag}`),
  list: (tag) => `"oipkit-other", ${tag}`,
  any: () => "*",
};

/** The other spellings of a condition, and what answers to it have. */
export const noneMatch: ApiCheck = {
  name: "none-match",
  rule: "If-None-Match is compared weakly, with each ETag of a list, and `*` is any; an answer 304 has the ETag (RFC 9110, sections 13.1.2 and 15.4.5).",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { get } = resource;
      if (get === undefined) continue;
      for (const [name, spelling] of Object.entries(spellings))
        yield {
          id: `none-match/${get.id}/${name}`,
          // The whole item is a fair answer to a client that reads it.
          level: "should",
          run: async (trial, context) => {
            const { instance, tag } = await tagged(trial, resource, context);
            const header = spelling(tag);
            const headers = { "if-none-match": header };
            const { answer } = await getItem(trial, instance, { ...context, headers });
            if (answer.status !== 304)
              violated(
                `the server doesn't take If-None-Match \`${header.slice(0, 80)}\` of ${get.id} for the item's ETag`,
                statuses("304", answer.status),
              );
          },
        };
      yield {
        id: `none-match/${get.id}/etag`,
        level: declaresStatus(get, 304) ? "must" : "should",
        run: async (trial, context) => {
          const { instance, tag } = await tagged(trial, resource, context);
          const headers = { "if-none-match": tag };
          const { answer } = await getItem(trial, instance, { ...context, headers });
          if (answer.status !== 304) return untried(`needs an answer 304 of ${get.id}`);
          if (answerHeader(answer, "etag") === undefined)
            violated(`the server answers ${get.id} with 304 and without the ETag that 200 has`);
        },
      };
    }
  },
};

/** `If-None-Match: *` protects what is there. */
export const createOnly: ApiCheck = {
  name: "create-only",
  rule: "A PUT with If-None-Match `*` isn't carried out for an item that exists (RFC 9110, section 13.1.2).",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { put, get } = resource;
      if (put === undefined || get === undefined) continue;
      if (headerParameter(put, "if-none-match") === undefined) continue;
      yield {
        id: `create-only/${put.id}`,
        level: "must",
        run: async (trial, { fixtures }) => {
          const { names } = await fixtures.make(trial, resource);
          const { call } = await fixtures.accepted(trial, put, { names });
          const fresh = await fixtures.renewed(trial, put, { call });
          const answer = await trial.call(put, fresh, { headers: { "if-none-match": "*" } });
          if (isSuccess(answer))
            violated(
              `the server carries out ${put.id} with If-None-Match \`*\` for an item that exists`,
              statuses("412", answer.status),
            );
          const { answer: shown } = await getItem(trial, { resource, names }, { fixtures });
          const tag = answerHeader(shown, "etag");
          if (tag === undefined) return;
          const again = await trial.call(put, fresh, {
            headers: { "if-none-match": `"oipkit-other", ${tag}` },
          });
          if (isSuccess(again))
            violated(
              `the server carries out ${put.id} with If-None-Match and the ETag that the item has`,
              statuses("412", again.status),
            );
        },
      };
      if (declaresStatus(put, 201))
        yield {
          id: `create-only/${put.id}/new`,
          level: "must",
          run: async (trial, { fixtures }) => {
            const names = await fixtures.items.unusedNames(trial, resource);
            const headers = { "if-none-match": "*" };
            const { call } = await fixtures.accepted(trial, put, { names });
            const others = await fixtures.items.unusedNames(trial, resource);
            const { parameters } = await fixtures.call(trial, put, { names: others });
            const answer = await trial.call(put, { ...call, parameters }, { headers });
            if (answer.status === 412)
              violated(
                `the server refuses ${put.id} with If-None-Match \`*\`, though the item doesn't exist`,
                statuses("201", answer.status),
              );
          },
        };
    }
  },
};

/** A deletion heeds its condition. */
export const staleRemoval: ApiCheck = {
  name: "if-match-delete",
  rule: "A DELETE with If-Match and another ETag than the item's isn't carried out (RFC 9110, section 13.1.1).",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { remove, get } = resource;
      if (remove === undefined || get === undefined) continue;
      if (headerParameter(remove, "if-match") === undefined) continue;
      yield {
        id: `if-match-delete/${remove.id}`,
        level: "must",
        run: async (trial, { fixtures }) => {
          const { names } = await fixtures.make(trial, resource);
          const { answer } = await getItem(trial, { resource, names }, { fixtures });
          if (answerHeader(answer, "etag") === undefined) return untried(`needs an ETag of ${get.id}`);
          const call = await fixtures.call(trial, remove, { names });
          const removal = await trial.call(remove, call, { headers: { "if-match": '"oipkit-other"' } });
          const after = await getItem(trial, { resource, names }, { fixtures });
          if (isSuccess(removal) || after.answer.status === 404 || after.answer.status === 410)
            violated(
              `the server carries out ${remove.id} with If-Match and another ETag than the item's`,
              statuses("412", removal.status),
            );
        },
      };
    }
  },
};

/** An item that was made anew has another ETag. */
export const reborn: ApiCheck = {
  name: "etag-reborn",
  rule: "An item that was deleted and made again under the same name with another content has another ETag (RFC 9110, section 8.8.1).",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { put, get, remove, isNamedByClient } = resource;
      const maker = isNamedByClient || (put !== undefined && declaresStatus(put, 201)) ? put : undefined;
      if (maker === undefined || get === undefined || remove === undefined) continue;
      yield {
        id: `etag-reborn/${maker.id}`,
        level: "must",
        run: async (trial, context) => {
          const { fixtures } = context;
          const { names } = await fixtures.make(trial, resource);
          const removal = await fixtures.call(trial, remove, { names });
          demandSuccess(await trial.call(remove, removal), remove);
          const seen: { tag: string; content: unknown }[] = [];
          for (let round = 0; round < 2; round++) {
            const { call, answer } = await fixtures.accepted(trial, maker, { names, isRich: true });
            if (answer.status !== 201) return untried(`needs ${maker.id} to make an item that was deleted`);
            const { answer: shown } = await getItem(trial, { resource, names }, { fixtures });
            const tag = answerHeader(shown, "etag");
            if (tag === undefined) return untried(`needs an ETag of ${get.id}`);
            seen.push({ tag, content: bodyValue(call) });
            demandSuccess(await trial.call(remove, await fixtures.call(trial, remove, { names })), remove);
          }
          const [first, second] = seen;
          if (first === undefined || second === undefined) return;
          if (differenceText(first.content, second.content) === undefined)
            return untried(`needs two bodies of ${maker.id} that differ`);
          if (first.tag === second.tag)
            violated(
              `the ETag of ${get.id} is that of an item which was deleted, though the content is another`,
            );
        },
      };
    }
  },
};
