import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { faults } from "../support/api-servers/faults/all.js";
import { keptAside } from "../support/api-servers/kept-aside.js";
import { afterThisTest } from "../support/clean-up.js";

const program = fileURLToPath(new URL("../support/api-servers/start.mjs", import.meta.url));

function run(...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [program, ...args], { encoding: "utf8" });
}

it("starts a server with a fault, says where it listens, and ends with it", async () => {
  const child = spawn(process.execPath, [program, "express", "--fault", "express-delete-answers-only"]);
  const exited = once(child, "exit");
  afterThisTest(() => child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout });
  const [line] = (await once(lines, "line")) as [string];
  const { url, document, identities } = JSON.parse(line.replace(/^ready /, ""));
  expect(document).toMatch(/express\/openapi\.yaml$/);
  const { headers } = identities[0];
  const product = { sku: "AB-0001", name: "Notes", price: { amount: 1, currency: "EUR" }, category: "book" };
  const body = JSON.stringify(product);
  const created = await fetch(`${url}/products`, {
    method: "POST",
    body,
    headers: { ...headers, "content-type": "application/json" },
  });
  expect(created.status).toBe(201);
  expect((await fetch(`${url}/products/AB-0001`, { method: "DELETE", headers })).status).toBe(204);
  expect((await fetch(`${url}/products/AB-0001`, { headers })).status).toBe(200);
  child.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
  await expect(fetch(`${url}/products`, { headers })).rejects.toThrow();
});

it("lists the faults, and those that are kept aside by numbers", () => {
  const listed = run("--list");
  const objects = listed.stdout.trim().split("\n");
  expect(objects.map((line) => JSON.parse(line))).toEqual(faults);
  const kept = run("--list", "--kept-aside").stdout.trim().split("\n");
  expect(kept.map((line) => JSON.parse(line))).toEqual(
    keptAside.map(({ server, kind, severity }, index) => ({
      id: `kept-aside-${index + 1}`,
      server,
      kind,
      severity,
    })),
  );
});

it("refuses servers and faults that there aren't", () => {
  expect(run("rails")).toMatchObject({ status: 2, stderr: "name a server: fastify, express, python\n" });
  const other = run("express", "--fault", "kept-aside-1");
  expect(other).toMatchObject({ status: 2, stderr: "kept-aside-1 is a fault of fastify\n" });
  for (const name of ["none", "kept-aside-0", `kept-aside-${keptAside.length + 1}`, keptAside[0]?.id ?? ""])
    expect(run("express", "--fault", name)).toMatchObject({
      status: 2,
      stderr: `there is no fault ${name}\n`,
    });
});
