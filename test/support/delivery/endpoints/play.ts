import { expect } from "vitest";
import type { Store } from "../../../../delivery/index.js";
import { type Accounts, accountsOn, by, record, types } from "./accounts-fixture.js";
import { Model, type Step } from "./model.js";

/** An application that steps are played on. */
export interface Stage {
  readonly store: Store;
  readonly application: string;
}

/** Plays steps, compares each with the model, and returns every secret, challenge, token and proof that was made. */
export async function play(stage: Stage, steps: readonly Step[]): Promise<string[]> {
  const model = new Model();
  const issued: string[] = [];
  const start = (): Accounts => {
    const accounts = accountsOn(stage.store);
    accounts.applications.set(stage.application, record(stage.application));
    return accounts;
  };
  let accounts = start();
  for (const step of steps) {
    await perform(stage, { accounts, model, step });
    await compare(stage, accounts, model);
    if (step.do !== "restart" && !(step.do === "rotate" && step.end === "crashed")) continue;
    issued.push(...accounts.issued);
    accounts = start();
  }
  return [...issued, ...accounts.issued];
}

interface Scene {
  readonly accounts: Accounts;
  readonly model: Model;
  readonly step: Step;
}

async function perform({ application }: Stage, { accounts, model, step }: Scene): Promise<void> {
  const { endpoints, credentials } = accounts;
  switch (step.do) {
    case "save": {
      const url = `https://receiver.example/${step.path}`;
      const test = step.isTested ? await endpoints.test(application, url) : undefined;
      const proof = test?.verified === true ? test.proof : undefined;
      if (proof !== undefined) accounts.issued.push(proof);
      const { operationId } = step;
      const configuration = {
        url,
        eventTypes: [types[step.type] ?? ""],
        revision: model.revision - step.behind,
      };
      const request = { application, actor: "ada", operationId, ...configuration };
      const expected = model.expectSave(url, step, proof !== undefined);
      return agree(endpoints.save({ ...request, proof }), expected);
    }
    case "rotate": {
      const { kind, operationId, end } = step;
      let crash = (): void => {};
      const crashed = new Promise<object>((resolve) => {
        crash = () => resolve({ outcome: "pending" });
      });
      const deliver = (): Promise<void> => {
        if (end === "failed") return Promise.reject(new Error("not handed over"));
        if (end === "handed") return Promise.resolve();
        crash();
        return new Promise(() => {});
      };
      const rotation = credentials.rotate(application, kind, { operationId, actor: "ada", deliver });
      const expected = model.expectRotation(step);
      if (end !== "crashed") return agree(rotation, expected);
      const pending =
        typeof expected === "object" ? { outcome: (expected as { outcome: string }).outcome } : expected;
      return agree(Promise.race([rotation, crashed]), pending);
    }
    case "confirm":
    case "discard": {
      const version = Math.max(1, model.fates[step.kind].length);
      const decided = credentials[step.do]({ application, kind: step.kind, version }, by);
      return agree(
        decided.then((outcome) => ({ outcome })),
        outcomeOr(model.expectDecision(step.kind, step.do)),
      );
    }
    case "ensure":
      model.ensure();
      await credentials.ensure(application, by);
      return;
    case "pause":
      return agree(endpoints.pause(application, "by hand", "ada"), model.expectChange("pause"));
    case "resume":
    case "revoke":
      return agree(endpoints[step.do](application, "ada"), model.expectChange(step.do));
    case "restart":
  }
}

const outcomeOr = (fate: string): object | string =>
  fate === "activated" || fate === "discarded" ? { outcome: fate } : fate;

/** A text is the code of an error. */
async function agree(work: Promise<object>, expected: object | string): Promise<void> {
  const result = await work.catch((failure: unknown) => (failure as { code?: string }).code ?? failure);
  if (typeof expected === "string") expect(result).toBe(expected);
  else expect(result).toMatchObject(expected);
}

async function compare({ store, application }: Stage, accounts: Accounts, model: Model): Promise<void> {
  const rows = await store.db
    .selectFrom("endpoints")
    .selectAll()
    .where("application", "=", application)
    .where("state", "<>", "revoked")
    .execute();
  const { state, url, revision } = model;
  const present = rows.map((row) => [row.state, row.url, row.revision, row.event_types]);
  expect(present).toEqual(state === "none" ? [] : [[state, url, revision, JSON.stringify([model.type])]]);
  const versions = await store.db
    .selectFrom("credentials")
    .selectAll()
    .where("application", "=", application)
    .execute();
  const active = versions.filter((row) => row.state === "active");
  expect(new Map(active.map((row) => [row.kind, row.version]))).toEqual(model.active);
  expect(active).toHaveLength(model.active.size);
  for (const row of versions) expect(row.sealed === "").toBe(row.state === "discarded");
  if (model.active.size === 0) return;
  const { signingSecretVersion } = await accounts.credentials.source(application);
  expect(signingSecretVersion).toBe(model.active.get("signing-secret"));
}
