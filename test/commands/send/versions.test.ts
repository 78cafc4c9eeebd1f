import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runWith, startTestReceiver } from "../../support/cli/receiver-under-test.js";
import type { CommandResult } from "../../support/cli/run-command.js";
import type { RunningSubject } from "../../support/commands/conform/subject.js";
import { root } from "../../support/generator/emit/contract-folder.js";

const activated = "oem.subscription.activated.v1";
const renewed = "oem.subscription.renewed.v1";
const accessChanged = "oem.access_context.changed.v1";

let receiver: RunningSubject;

beforeAll(async () => {
  receiver = await startTestReceiver();
});

afterAll(() => receiver.close());

const send = (...args: readonly string[]): Promise<CommandResult> =>
  runWith({ cwd: root }, "send", ...args, "--to", receiver.url);

interface SentPlace {
  readonly resource: string;
  readonly version: number;
}

function placeIn({ out }: CommandResult): SentPlace {
  const [, resource = "", version] = / of (\S+), version (\d+)\n/.exec(out) ?? [];
  return { resource, version: Number(version) };
}

async function resourceState({ resource }: SentPlace): Promise<unknown> {
  return (await fetch(`${receiver.probeUrl}/resources/${resource}`)).json();
}

describe("docs/reference/send.md", () => {
  test("sends an event that the receiver handles", async () => {
    const page = readFileSync(`${root}/docs/reference/send.md`, "utf8");
    const [, command = ""] = /^npx oipkit (send .+) --to http:\/\/localhost:8080\/webhook$/m.exec(page) ?? [];
    const [, ...args] = command.split(" ");
    const result = await send(...args);
    expect(result).toMatchObject({ exitCode: 0, err: "" });
    expect(await resourceState(placeIn(result))).toEqual({ applied_version: 1, pending_versions: [] });
  });
});

describe("the version that oipkit send gives an event", () => {
  test("is 1 for a new resource, so that its handler runs", async () => {
    const result = await send(activated);
    expect(result).toMatchObject({ exitCode: 0, err: "" });
    expect(await resourceState(placeIn(result))).toEqual({ applied_version: 1, pending_versions: [] });
  });

  test.each([
    [activated, "/data/resource_version", "/data/id"],
    [accessChanged, "/data/access_revision", "/data/subject_id"],
    ["oem.product.activated.v1", "/data/version", "/data/product_access_id"],
  ])("is the same wherever the contract of %s requires it", async (event, version, id) => {
    const place = ["--resource", "resource_mine", "--version", "3"];
    const { out, err } = await send(event, ...place, "--print");
    expect(err).toBe("");
    const { data, ...body } = JSON.parse(out.split("\n\n")[1] ?? "");
    expect(body).toMatchObject({ resource_id: "resource_mine", resource_version: 3 });
    expect(data).toMatchObject({ [version.slice(6)]: 3, [id.slice(6)]: "resource_mine" });
  });

  test("continues the latest resource with --next, or the given one", async () => {
    const first = placeIn(await send(activated));
    const second = placeIn(await send(activated));
    expect(placeIn(await send(renewed, "--next"))).toEqual({ ...second, version: 2 });
    expect(placeIn(await send(renewed, "--next"))).toEqual({ ...second, version: 3 });
    expect(placeIn(await send(renewed, "--next", "--resource", first.resource))).toEqual({
      ...first,
      version: 2,
    });
    expect(await resourceState(second)).toEqual({ applied_version: 3, pending_versions: [] });
    expect(await resourceState(first)).toEqual({ applied_version: 2, pending_versions: [] });
  });

  test("doesn't continue a resource of another family, or of another receiver", async () => {
    await send(activated);
    const otherFamily = await send(accessChanged, "--next");
    expect(otherFamily).toMatchObject({ exitCode: 2, err: expect.stringContaining("--next: no event") });
    const elsewhere = ["send", activated, "--next", "--to", "http://127.0.0.1:9/"];
    expect(await runWith({ cwd: root }, ...elsewhere)).toMatchObject({ exitCode: 2 });
  });

  test("is the example's own if the example is named, and --set decides last", async () => {
    expect(placeIn(await send(`${activated}/full`))).toMatchObject({ version: 4 });
    const set = ["--set", "/resource_version=9", "--set", "/data/resource_version=9"];
    expect(placeIn(await send(activated, ...set))).toMatchObject({ version: 9 });
  });

  test("can't be given to an event without versions, nor to a conformance case", async () => {
    expect(await send("payment.succeeded.v1")).toMatchObject({ exitCode: 0 });
    expect(await send("payment.succeeded.v1", "--version", "2")).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining("payment.succeeded.v1 belongs to no resource that has versions"),
    });
    expect(await send(activated, "--invalid", "timestamp-past", "--next")).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining("use either --invalid or --next"),
    });
    expect(await send(activated, "--next", "--version", "2")).toMatchObject({ exitCode: 2 });
  });
});
