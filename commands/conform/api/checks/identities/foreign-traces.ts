import { bodyValue, withBody } from "../../request/call-arguments.js";
import { listNames } from "../../run/api-instance.js";
import { isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import { type ApiCheck, getItem, mustCase, untried, violated } from "../api-check.js";
import { listPages } from "../lists/listed-names.js";
import { pageParameters } from "../lists/page-parameters.js";

/** Whether another identity's requests for a foreign item are answered as if it didn't exist. */
const hidden: readonly number[] = [401, 403, 404];

/** What is hidden from an identity can't be used by it either. */
export const foreignReference: ApiCheck = {
  name: "foreign-reference",
  rule: "A body that names an item which another identity made, and which is hidden from the caller, is refused.",
  *cases({ contract, fixtures, session }) {
    for (const operation of contract.operations) {
      if (!operation.isSecured || fixtures.bodies.mediaType(operation) === undefined) continue;
      for (const resource of session.resources) {
        if (resource.get === undefined || resource.create === undefined) continue;
        if (
          fixtures.bodies.referenceTo(
            operation,
            resource,
            fixtures.learned.likeliest(operation, true)?.value,
          ) === undefined
        )
          continue;
        yield mustCase(`foreign-reference/${operation.id}/${resource.noun}`, async (trial, context) => {
          const [owner, other] = context.session.writers;
          if (owner === undefined || other === undefined) return untried("needs another identity");
          const own = context.fixtures;
          const foreign = await own.make(trial, resource, { identity: owner });
          const { answer } = await getItem(trial, foreign, { fixtures: own, identity: other });
          if (!hidden.includes(answer.status))
            return untried(`needs an item of ${resource.collection} that is hidden from another identity`);
          const { call } = await own.accepted(trial, operation, { identity: other, isRich: true });
          const renamed = own.bodies.renamed(operation, call);
          const body = own.bodies.withReference(operation, bodyValue(renamed), {
            resource,
            name: foreign.names.at(-1),
          });
          if (body === undefined) return untried(`needs a body of ${operation.id} that names an item`);
          const fresh = await own.renewed(trial, operation, { call: renamed, identity: other });
          const used = await trial.call(operation, withBody(fresh, body), { identity: other });
          if (isSuccess(used))
            violated(
              `the server accepts a request of ${operation.id} that names an item which another identity made, and which is hidden from the caller`,
              statuses("a refusal", used.status),
            );
        });
      }
    }
  },
};

/** Totals count what is shown. */
export const foreignTotal: ApiCheck = {
  name: "foreign-total",
  rule: "The total of a list counts the items that the caller sees, and not those of others.",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { list, create } = resource;
      if (list === undefined || create === undefined || !create.isSecured) continue;
      if (pageParameters(list).size === undefined) continue;
      yield mustCase(`foreign-total/${list.id}`, async (trial, context) => {
        const [owner, other] = context.session.writers;
        if (owner === undefined || other === undefined) return untried("needs another identity");
        const own = context.fixtures;
        await own.make(trial, resource, { identity: owner });
        const parents = listNames(await own.make(trial, resource, { identity: other }));
        const seen = new Set<string>();
        let total: number | undefined;
        let pages = 0;
        const listing = { resource, list, parents, identity: other };
        for await (const page of listPages(trial, listing, context)) {
          for (const name of page.names) seen.add(name);
          total = page.total;
          pages++;
        }
        if (total === undefined || pages >= mostRead) return untried(`needs a total of ${list.id}`);
        if (total !== seen.size)
          violated(
            `the server says that ${list.id} has ${total} items, and shows ${seen.size} to this identity`,
          );
      });
    }
  },
};

/** Pages after which a list may go on. */
const mostRead = 60;
