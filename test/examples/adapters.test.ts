// @needs own-process
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import type { SignedDelivery } from "../../runtime/webhook/index.js";
import { application, exampleDelivery } from "../support/examples/example-delivery.js";
import { root } from "../support/generator/emit/contract-folder.js";

const settings = {
  WEBHOOK_SECRET: "signing-c3f1",
  WEBHOOK_VERIFICATION_TOKEN: "verification-80aa",
  APPLICATION_ID: application,
};

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

/** Starts a built example and collects its output. */
function start(name: string) {
  const child = spawn(process.execPath, [join(root, `dist/examples/adapters/${name}.js`)], {
    env: { ...settings, PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  const printed = { text: "" };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      printed.text += chunk;
    });
  }
  return { child, printed, exited: once(child, "exit") };
}

it.each(["node", "express", "fastify", "hono"])(
  "%s: receives and handles an event, and exits on SIGTERM",
  async (name) => {
    const { child, printed, exited } = start(name);
    await expect.poll(() => printed.text, { timeout: 30_000 }).toContain("listening on http://127.0.0.1:");
    const url = `${/http:\S+/.exec(printed.text)?.[0]}/webhook`;
    const send = async ({ headers, body }: SignedDelivery): Promise<number> =>
      (
        await fetch(url, {
          method: "POST",
          headers: { ...headers, connection: "close" },
          body: new Uint8Array(body),
        })
      ).status;
    const made = exampleDelivery(settings);
    expect(await send(made)).toBe(204);
    expect(await send(made)).toBe(401);
    await expect
      .poll(() => printed.text, { timeout: 30_000 })
      .toContain(`handled oem.subscription.created.v1`);
    expect(printed.text).not.toContain(settings.WEBHOOK_VERIFICATION_TOKEN);
    child.kill("SIGTERM");
    expect(await exited).toEqual([0, null]);
  },
);

it("lambda: receives an event", async () => {
  Object.assign(process.env, settings);
  const { handler } = await import("../../examples/adapters/lambda.js");
  const { headers, body } = exampleDelivery(settings);
  const event = {
    version: "2.0",
    requestContext: { http: { method: "POST" } },
    headers: { ...headers },
    body: Buffer.from(body).toString("base64"),
    isBase64Encoded: true,
  };
  expect(await handler(event)).toMatchObject({ statusCode: 204, body: "" });
});
