import { join } from "node:path";
import { expect, it } from "vitest";
import { application, startReceive } from "../../support/commands/receive/running-receive.js";
import { sendEvent, subscriptionEvent } from "../../support/commands/receive/send-event.js";
import { temporaryFolder } from "../../support/generator/emit/contract-folder.js";

const binding = ["--organization", application.organization, "--product", application.product];

/** Files can't become larger than 128 or 256 kB, depending on the shell: to a store, as if the disk were full. */
const onSmallDisk = ["sh", "-c", 'ulimit -f 256; exec "$@"', "sh"];

it("a receiver whose disk is full isn't ready while it refuses deliveries, and its log says why", async () => {
  const file = join(await temporaryFolder(), "inbox.db");
  const args = [...binding, "--health", "--store", `sqlite:${file}`];
  const { url, log } = await startReceive(args, {}, onSmallDisk);
  const ready = async () => {
    const response = await fetch(new URL("/healthz/ready", url));
    return [response.status, ((await response.json()) as { status: string }).status];
  };
  expect(await ready()).toEqual([200, "ok"]);
  const statuses: number[] = [];
  for (let sent = 0; statuses.filter((status) => status === 503).length < 5 && sent < 500; sent++) {
    const [status] = await sendEvent(url, subscriptionEvent(1, `sub_${sent}`));
    statuses.push(status);
    if (status !== 204) expect(await ready()).toEqual([503, "unavailable"]);
  }
  expect(new Set(statuses)).toEqual(new Set([204, 503]));
  expect(await ready()).toEqual([503, "unavailable"]);
  expect(log()).toContainEqual(
    expect.objectContaining({
      msg: "unavailable",
      error: expect.objectContaining({
        code: "store-unwritable",
        message: expect.stringMatching(/inbox\.db can't be written: /),
      }),
    }),
  );
});
