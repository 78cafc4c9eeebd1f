import { declaresStatus } from "../../contract/api-contract.js";
import { forgedIdentity, reschemedIdentity } from "../../request/identity.js";
import { answerHeader, isRefusal, isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import { type ApiCheck, getItem, mustCase, readItem, shouldCase, untried, violated } from "../api-check.js";
import { baseCall } from "../base-call.js";
import { differenceText } from "../items/lifecycle.js";
import { settled } from "../items/same-content.js";

/** Operations with security refuse requests without a credential. */
export const credentialMissing: ApiCheck = {
  name: "credential-missing",
  rule: "An operation whose security the contract declares refuses a request without a credential, with 401 or 403.",
  *cases({ contract, session }) {
    for (const operation of contract.operations) {
      if (!operation.isSecured) continue;
      yield mustCase(`credential-missing/${operation.id}`, async (trial, { fixtures }) => {
        const answer = await trial.call(operation, await baseCall(trial, operation, fixtures), {
          identity: null,
        });
        if (isSuccess(answer))
          violated(`the server accepts a request of ${operation.id} without a credential`, {
            ...statuses("401 or 403", answer.status),
            isCertain: true,
          });
        if (answer.status === 403 && declaresStatus(operation, 401))
          violated(
            `the server answers a request of ${operation.id} without a credential with 403, and the contract declares 401 (RFC 9110, section 15.5.2)`,
            statuses("401", answer.status),
          );
        if (isRefusal(answer) && answer.status !== 401 && answer.status !== 403 && answer.status !== 404)
          violated(
            `the server looks at a request of ${operation.id} before its credential, which is missing`,
            { ...statuses("401 or 403", answer.status), level: "should" },
          );
      });
      const resource = session.resources.find(({ put, patch, remove }) =>
        [put, patch, remove].includes(operation),
      );
      if (resource?.get !== undefined && resource.create !== undefined)
        yield mustCase(`credential-missing/${operation.id}/effect`, async (trial, context) => {
          const { fixtures } = context;
          const instance = await fixtures.make(trial, resource);
          const before = await readItem(trial, instance, context);
          const path = await fixtures.call(trial, operation, { names: instance.names });
          const { body } = await baseCall(trial, operation, fixtures);
          await trial.call(operation, { ...path, ...(body !== undefined && { body }) }, { identity: null });
          const { answer } = await getItem(trial, instance, context);
          if (answer.status === 404 || answer.status === 410)
            violated(`the server carries out ${operation.id} without a credential: the item is gone`);
          const difference = differenceText(settled(before), await readItem(trial, instance, context));
          if (difference !== undefined)
            violated(`the server carries out ${operation.id} without a credential: ${difference}`);
        });
      yield shouldCase(`challenge/${operation.id}`, async (trial, { fixtures }) => {
        const answer = await trial.call(operation, await baseCall(trial, operation, fixtures), {
          identity: null,
        });
        if (answer.status !== 401) return untried(`needs an answer 401 of ${operation.id}`);
        if (answerHeader(answer, "www-authenticate") === undefined)
          violated("the server answers 401 without WWW-Authenticate, which RFC 9110 demands");
      });
    }
  },
};

/** Changes of a token that was issued into others that weren't. */
const forgeries: Readonly<Record<string, (token: string) => string>> = {
  unknown: () => "oipkit-never-issued-this",
  changed: (token) => token.slice(0, -1) + (token.endsWith("A") ? "B" : "A"),
  shortened: (token) => token.slice(0, -1) || "x",
  lengthened: (token) => `${token}A`,
  recased: (token) => (token === token.toUpperCase() ? token.toLowerCase() : token.toUpperCase()),
};

/** Operations with security refuse credentials that nobody issued. */
export const credentialForged: ApiCheck = {
  name: "credential-forged",
  rule: "A credential that was never issued is refused, one that differs from a valid one in a character, too.",
  *cases({ contract, session }) {
    const [identity] = session.identities;
    for (const operation of contract.operations) {
      if (!operation.isSecured) continue;
      for (const [name, change] of Object.entries(forgeries)) {
        yield mustCase(`credential-forged/${operation.id}/${name}`, async (trial, { fixtures }) => {
          if (identity === undefined) return untried("needs an identity");
          const forged = forgedIdentity(identity, change);
          // Base64 ignores some last bits, and names of schemes may not depend on case.
          if (name !== "unknown" && isDecodedEqual(identity.headers, forged.headers))
            return untried("needs a credential whose characters all count");
          const answer = await trial.call(operation, await baseCall(trial, operation, fixtures), {
            identity: forged,
          });
          if (isSuccess(answer))
            violated(
              `the server accepts a request of ${operation.id} with a credential that was never issued (${name})`,
              { ...statuses("401 or 403", answer.status), isCertain: true },
            );
        });
      }
      const other = identity && reschemedIdentity(identity);
      if (other === undefined) continue;
      yield mustCase(`credential-forged/${operation.id}/scheme`, async (trial, { fixtures }) => {
        const answer = await trial.call(operation, await baseCall(trial, operation, fixtures), {
          identity: other,
        });
        if (isSuccess(answer))
          violated(
            `the server accepts a request of ${operation.id} with a token under another scheme`,
            statuses("401 or 403", answer.status),
          );
      });
    }
  },
};

type Headers = readonly (readonly [string, string])[];

function isDecodedEqual(one: Headers, other: Headers): boolean {
  const last = (headers: Headers): string =>
    headers
      .map(([, value]) => Buffer.from(value.split(/[ .]/).at(-1) ?? "", "base64").toString("latin1"))
      .join("\n");
  const isBase64 = one.every(([, value]) =>
    /^[A-Za-z0-9+/_-]{20,}=*$/.test(value.split(/[ .]/).at(-1) ?? ""),
  );
  return isBase64 && last(one) === last(other);
}
