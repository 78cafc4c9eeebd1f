import { type ApiOperation, declaresStatus } from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import { isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import type { Trial } from "../../run/trial.js";
import {
  type ApiCheck,
  type CheckContext,
  demandSuccess,
  getItem,
  mustCase,
  untried,
  violated,
} from "../api-check.js";

/** Resources whose items PUT makes. */
function* makers({
  session,
}: CheckContext): Generator<{ readonly resource: ApiResource; readonly put: ApiOperation }> {
  for (const resource of session.resources) {
    const { put } = resource;
    if (put !== undefined && declaresStatus(put, 201)) yield { resource, put };
  }
}

/** The status of a PUT says whether it made something. */
export const putStatus: ApiCheck = {
  name: "put-status",
  rule: "A PUT answers 201 if it has made the item, and another success if it has replaced one (RFC 9110, section 9.3.4).",
  *cases(context) {
    for (const { resource, put } of makers(context)) {
      // Where only 201 is declared, nothing else can be answered.
      if (!declaresStatus(put, 200) && !declaresStatus(put, 204)) continue;
      yield mustCase(`put-status/${put.id}/new`, async (trial, { fixtures }) => {
        const { answer } = await madeByPut(trial, resource, fixtures);
        if (answer !== undefined && isSuccess(answer) && answer.status !== 201 && answer.status !== 202)
          violated(
            `the server has made an item by ${put.id}, and doesn't say so`,
            statuses("201", answer.status),
          );
      });
      yield mustCase(`put-status/${put.id}/replaced`, async (trial, context) => {
        const { fixtures } = context;
        const { names } = await madeByPut(trial, resource, fixtures);
        if (resource.get !== undefined) {
          const { answer, operation } = await getItem(trial, { resource, names }, { fixtures });
          demandSuccess(answer, operation);
        }
        const { answer } = await fixtures.accepted(trial, put, { names });
        if (answer.status === 201)
          violated(
            `the server has replaced an item by ${put.id}, and says that it has made one`,
            statuses("200 or 204", answer.status),
          );
      });
    }
  },
};

/** An item that PUT has made, even if POST makes such items, too. */
function madeByPut(trial: Trial, resource: ApiResource, fixtures: CheckContext["fixtures"]) {
  return fixtures.items.make(trial, { ...resource, create: undefined, isNamedByClient: true });
}

/** `If-Match` protects what isn't there from being made. */
export const matchCreates: ApiCheck = {
  name: "if-match-creates",
  rule: "A PUT with If-Match, even `*`, isn't carried out if there is no such item (RFC 9110, section 13.1.1).",
  *cases(context) {
    for (const { resource, put } of makers(context)) {
      if (!declaresStatus(put, 412) && !takesMatch(put)) continue;
      for (const [name, tag] of [
        ["tag", '"oipkit-other"'],
        ["any", "*"],
      ] as const)
        yield mustCase(`if-match-creates/${put.id}/${name}`, async (trial, { fixtures }) => {
          const names = await fixtures.items.unusedNames(trial, resource);
          const candidate = fixtures.learned.likeliest(put);
          const type = fixtures.bodies.mediaType(put);
          const path = await fixtures.call(trial, put, { names });
          const value = candidate && (await fixtures.filled(trial, put, { value: candidate.value, names }));
          const call = value === undefined ? path : { ...path, body: { type, value } };
          const answer = await trial.call(put, call, { headers: { "if-match": tag } });
          if (isSuccess(answer))
            violated(
              `the server makes an item by ${put.id} with If-Match \`${tag}\`, though there was none`,
              statuses("412", answer.status),
            );
          if (resource.get !== undefined) {
            const { answer: shown } = await getItem(trial, { resource, names }, { fixtures });
            if (isSuccess(shown))
              violated(`the server refuses ${put.id} with If-Match \`${tag}\`, and makes the item`);
          }
          // Without the condition it must be fine, or the refusal says nothing.
          const control = await trial.call(put, call);
          if (!isSuccess(control))
            untried(`needs a call of ${put.id} that the server accepts; it answers ${control.status}`);
        });
    }
  },
};

function takesMatch({ declared }: ApiOperation): boolean {
  return declared.parameters.some((each) => each.in === "header" && /^if-match$/i.test(each.name));
}
