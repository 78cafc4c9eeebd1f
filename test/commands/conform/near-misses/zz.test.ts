// @needs own-process
import { afterAll, beforeAll, expect, it } from "vitest";
import { openWorkshop, type Workshop } from "../../../support/commands/conform/mutants/workshop.js";
import { derivedMutants } from "../../../support/commands/conform/near-misses/derived-mutants.js";
import { judge } from "../../../support/commands/conform/near-misses/judge.js";
import { wholeSuite } from "../../../support/commands/conform/platform.js";
let workshop: Workshop;
beforeAll(() => { workshop = openWorkshop(); });
afterAll(() => workshop.remove());
it("x", async () => {
  const pattern = new RegExp(process.env.PAT ?? ".");
  const bad: string[] = [];
  for (const m of derivedMutants.filter(({name}) => pattern.test(name))) {
    const t = Date.now();
    try { const d = await judge(wholeSuite, workshop, m);
    console.log(m.name, d?.id, d?.level, Date.now() - t); if (d === undefined) bad.push(m.name); } catch (e) { bad.push(m.name + String(e)) }
  }
  expect(bad).toEqual([]);
}, 500_000);
