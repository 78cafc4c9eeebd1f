import { expect, it } from "vitest";
import { probeMiss } from "../../../../commands/conform/check/probe-check.js";
import type { ProbeClient } from "../../../../commands/conform/exchange/probe.js";
import { newCaseIdentities } from "../../../../commands/conform/request/case-identities.js";
import { acme, credentials } from "../../../support/runtime/webhook/acme.js";

it("a resource that must stay below a version may have an earlier one or none", async () => {
  const found = async (applied_version: number | null): Promise<string | undefined> => {
    const probe = {
      resource: async () => ({ applied_version, pending_versions: [2] }),
    } as unknown as ProbeClient;
    const facts = {
      protocol: acme,
      credentials,
      identities: newCaseIdentities(acme, (size) => new Uint8Array(size)),
      sent: [],
      again: async () => false,
    };
    return (await probeMiss(probe, { resource: { below: 2 } }, facts))?.reason;
  };
  expect([await found(null), await found(1)]).toEqual([undefined, undefined]);
  expect([await found(2), await found(3)]).toEqual([
    "holds the resource at version 2, 2 pending, expected a version below 2",
    "holds the resource at version 3, 2 pending, expected a version below 2",
  ]);
});
