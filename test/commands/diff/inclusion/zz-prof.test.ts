import { it } from "vitest";
import { Session } from "node:inspector/promises";
import { decideInclusion } from "../../../../commands/diff/inclusion/decide.js";
import { schemaDefinition } from "../../../../commands/diff/schemas/compare-schema-files.js";
it("prof", { timeout: 0 }, async () => {
  for (const [a, b] of [["^(?:(?:\\u{1F600}{2,}b??[\\w.-]{0,3}?|(\\D){0,63}){0,63}(?:\\w+?[^😀]*|a*$))$","a+?$"], ["(?:\\/{0,3}?|\\/{9,2009}A)$","(?:(?:\\/{0,3}?|\\/{9,2009}A)$)"], ["^[a-z]{1,5000}$", "^[a-z0-9]{1,4000}$"], ["[a-z]{3,3000}", "[a-z0-9]{2,4000}"]] as const) {
    const s = new Session(); s.connect(); await s.post("Profiler.enable"); await s.post("Profiler.start");
    const t = performance.now();
    const v = decideInclusion({ of: schemaDefinition({ schema: { type: "string", pattern: a } }), in: schemaDefinition({ schema: { type: "string", pattern: b } }) }, { now: () => performance.now() });
    console.log(JSON.stringify(v).slice(0, 100), performance.now() - t);
    const { profile } = await s.post("Profiler.stop") as any;
    const self = new Map<string, number>();
    const dt = profile.timeDeltas; const byId = new Map(profile.nodes.map((n: any) => [n.id, n]));
    profile.samples.forEach((id: number, i: number) => { const n: any = byId.get(id); const k = n.callFrame.functionName + " " + n.callFrame.url.split("/").pop() + ":" + n.callFrame.lineNumber; self.set(k, (self.get(k) ?? 0) + dt[i] / 1000); });
    console.log([...self].sort((x, y) => y[1] - x[1]).slice(0, 12).map(([k, v]) => `${v.toFixed(0)} ${k}`).join("\n"));
  }
});
