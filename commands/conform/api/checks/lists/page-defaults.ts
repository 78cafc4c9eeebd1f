import type { HttpParameter } from "../../../../../reader/model/model.js";
import { json } from "../../../../../reader/text/json.js";
import { parameterKey, withParameter } from "../../request/call-arguments.js";
import { listNames } from "../../run/api-instance.js";
import { isSuccess } from "../../run/api-session.js";
import { listItems } from "../../run/item-names.js";
import { type ApiCheck, demandSuccess, mustCase, untried, violated } from "../api-check.js";
import { creator } from "../items/lifecycle.js";
import { listCall } from "./list-call.js";
import { pageParameters } from "./page-parameters.js";

/** A list without a size has at most as many items as the default says. */
export const pageDefaults: ApiCheck = {
  name: "page-default",
  rule: "A list that is read without the size of a page has at most as many items as the contract's default for it.",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { list } = resource;
      const paging = list && pageParameters(list);
      const size = paging?.size;
      const { default: usual } = ((size?.place.value as { schema?: { default?: unknown } })?.schema ??
        {}) as { default?: unknown };
      if (
        list === undefined ||
        typeof usual !== "number" ||
        usual > mostMade ||
        // Without it, there is no page.
        Object.values(paging ?? {}).some((each: HttpParameter | undefined) => each?.required === true) ||
        creator(resource) === undefined
      )
        continue;
      yield mustCase(`page-default/${list.id}`, async (trial, context) => {
        const { fixtures } = context;
        let parents: readonly unknown[] = [];
        for (let count = 0; count <= usual; count++)
          parents = listNames(await fixtures.make(trial, resource));
        const answer = await trial.call(
          list,
          await listCall(trial, { resource, list, names: parents }, context),
        );
        demandSuccess(answer, list);
        const { length } = listItems(answer.value) ?? [];
        if (length > usual)
          violated(
            `the server answers ${list.id} without \`${size?.name ?? ""}\` with ${length} items, and ${usual} is its default`,
          );
        // A page may be short, which few clients expect.
        if (length < usual)
          violated(
            `the server answers ${list.id} without \`${size?.name ?? ""}\` with ${length} items of at least ${usual + 1}, and ${usual} is its default`,
            { level: "should" },
          );
      });
    }
  },
};

const mostMade = 30;

/** The first page is the one that a list begins with. */
export const firstPage: ApiCheck = {
  name: "first-page",
  rule: "A list that is read with the declared defaults of its parameters is the one that is read without them.",
  *cases({ contract }) {
    for (const operation of contract.operations) {
      if (operation.method !== "GET") continue;
      const usual = operation.declared.parameters.flatMap((parameter) => {
        const { schema } = (parameter.place.value ?? {}) as {
          readonly schema?: { readonly default?: unknown };
        };
        const value = schema?.default;
        return parameter.in === "query" && value !== undefined ? [{ parameter, value }] : [];
      });
      if (usual.length === 0) continue;
      yield mustCase(`first-page/${operation.id}`, async (trial, { fixtures }) => {
        let call = await fixtures.call(trial, operation);
        const plain = await trial.call(operation, call);
        demandSuccess(plain, operation);
        for (const { parameter, value } of usual)
          if (!call.parameters.has(parameterKey(parameter))) call = withParameter(call, parameter, value);
        const spelled = await trial.call(operation, call);
        const again = await trial.call(operation, await fixtures.call(trial, operation));
        const [one, two, three] = [plain, spelled, again].map(({ value }) => json(listItems(value) ?? null));
        if (one !== three || one === "null")
          return untried(`needs a list of ${operation.id} that stays as it is`);
        if (isSuccess(spelled) && one !== two)
          violated(
            `the server answers ${operation.id} with the declared defaults in the query otherwise than without them`,
          );
      });
    }
  },
};
