import { describe, expect, it } from "vitest";
import { applicationBinding } from "../../../commands/conform/command/binding.js";
import { ownBinding } from "../../../commands/receive/options.js";
import type { Protocol } from "../../../runtime/webhook/index.js";
import { acmeSuite } from "../../support/commands/conform/acme-suite.js";
import { acme } from "../../support/runtime/webhook/acme.js";

const none = { application: undefined, environment: undefined, organization: undefined, product: undefined };
const binding = { organization: [], application: [], environment: [], product: [] };
const unbound: Protocol = { ...acme, event: { ...acme.event, binding } };
const byEnvironment: Protocol = {
  ...acme,
  event: { ...acme.event, binding: { ...binding, environment: ["/stage"] } },
};

describe("a receiver of a protocol that binds events to nothing", () => {
  it("needs neither an Application nor an environment", () => {
    expect(ownBinding(unbound, none)).toMatchObject({ id: "any", environment: "any" });
    expect(applicationBinding({ ...acmeSuite(), protocol: unbound }, none)).toEqual({
      id: "any",
      environment: "any",
    });
  });

  it("has those that are given", () => {
    const given = { ...none, application: "app-1" };
    expect(ownBinding(unbound, given).id).toBe("app-1");
    expect(applicationBinding({ ...acmeSuite(), protocol: unbound }, given).id).toBe("app-1");
  });

  it("needs those that events name", () => {
    expect(() => ownBinding(acme, none)).toThrow("--application ID is missing");
    expect(() => ownBinding(byEnvironment, none)).toThrow("--environment NAME is missing");
    const suite = { ...acmeSuite(), protocol: byEnvironment };
    expect(() => applicationBinding(suite, none)).toThrow("--environment is required");
    expect(applicationBinding(suite, { ...none, environment: "live" })).toEqual({
      id: "any",
      environment: "live",
    });
  });
});
