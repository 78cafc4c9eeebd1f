import { describe, expect, test } from "vitest";
import { orderedChecks } from "../../../../platform/sandbox/api/checks/ordered-checks.js";
import { apiPlatform, choices } from "../../../support/platform/sandbox/api/api-platform.js";
import { callerDenials } from "../../../support/platform/sandbox/api/caller-denials.js";
import { contentDenials } from "../../../support/platform/sandbox/api/content-denials.js";
import { customerDenials } from "../../../support/platform/sandbox/api/customer-denials.js";

const rows = [...callerDenials, ...customerDenials, ...contentDenials];

describe("a fact that is switched off denies the request at its own check, and only there", () => {
  test.each(rows.map((row, index) => [`${row.check}: ${row.code} (${index})`, row] as const))(
    "%s",
    async (_, row) => {
      const { status: usual, entry } = await (await apiPlatform()).ask(row.request);
      expect([usual < 300, entry.denied_by]).toEqual([true, null]);
      const api = await apiPlatform();
      if (row.before) await api.ask(row.request);
      row.off?.(api);
      const after = await api.ask({ ...row.request, ...row.instead });
      const { status, message } = choices.denials[row.code];
      expect(after.status).toBe(status);
      expect(after.body).toMatchObject({
        code: row.code,
        message: expect.stringContaining(message),
        request_id: after.entry.request_id,
      });
      expect(after.entry.denied_by).toBe(row.check);
      const at = orderedChecks.findIndex(({ name }) => name === row.check);
      const outcomes = after.entry.checks.slice(0, orderedChecks.length);
      expect(outcomes.map(({ name }) => name)).toEqual(orderedChecks.map(({ name }) => name));
      for (const [index, each] of outcomes.entries()) {
        if (index < at)
          expect([each.name, each.outcome]).toEqual([each.name, expect.stringMatching(/passed|not-needed/)]);
        if (index > at) expect(each).toMatchObject({ outcome: "not-reached", looked_at: {}, reason: null });
      }
      expect(outcomes[at]).toMatchObject({
        outcome: "denied",
        code: row.code,
        clause: expect.stringMatching(/^§/),
      });
      expect(outcomes[at]?.reason).toMatch(/\.$/);
      expect(Object.keys(outcomes[at]?.looked_at ?? {})).not.toEqual([]);
      expect(api.failures).toEqual([]);
    },
  );

  test("every check and every code of a check has a row", () => {
    expect(new Set(rows.map(({ check }) => check))).toEqual(new Set(orderedChecks.map(({ name }) => name)));
    const others = ["route-unknown", "method-not-allowed", "path-malformed", "failed"];
    expect(new Set([...rows.map(({ code }) => code as string), ...others])).toEqual(
      new Set(Object.keys(choices.denials)),
    );
  });
});
