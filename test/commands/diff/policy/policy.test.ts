import { describe, expect, it } from "vitest";
import { readSettings } from "../../../../commands/diff/command/options.js";
import { diff } from "../../../../commands/diff/command/run.js";
import { runCommand } from "../../../support/cli/run-command.js";
import { contractFolder } from "../../../support/generator/emit/contract-folder.js";

interface Operation {
  readonly [name: string]: unknown;
}

interface Shop {
  readonly operations?: Readonly<Record<string, Operation>>;
  readonly pet?: Record<string, unknown>;
}

const text = { type: "string" };
const pet = { type: "object", required: ["name"], properties: { name: text, nick: text } };

const api = ({ operations = {}, pet: schema = pet }: Shop) => ({
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  paths: Object.fromEntries(
    Object.entries({ list: {}, ...operations }).map(([name, operation]) => [
      `/${name}`,
      {
        get: {
          operationId: name,
          responses: {
            200: {
              description: "d",
              content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
            },
          },
          ...operation,
        },
      },
    ]),
  ),
  components: { schemas: { Pet: schema } },
});

/** What `diff` says on the first of July 2026: exit code, and level, code and subject of each finding. */
async function judged(policy: unknown, old: Shop, current: Shop) {
  const cwd = await contractFolder({
    "oipkit.config.yaml": policy === undefined ? "{}" : JSON.stringify({ policy }),
    "old.openapi.json": api(old),
    "new.openapi.json": api(current),
  });
  const written = { out: "", err: "" };
  const exitCode = await diff(readSettings(["old.openapi.json", "new.openapi.json", "--format", "json"]), {
    terminal: {
      cwd,
      env: {},
      out: (part) => {
        written.out += part;
      },
      err: (part) => {
        written.err += part;
      },
      now: () => 0,
      signal: new AbortController().signal,
    },
    clock: () => Date.UTC(2026, 6, 1, 12),
  });
  const { findings } = JSON.parse(written.out) as {
    findings: {
      level: string;
      code: string;
      subjects: string[];
      message: string;
      accepted?: { reason: string };
    }[];
  };
  return {
    exitCode,
    findings: findings.map(({ level, code, subjects: [subject = ""], accepted }) =>
      [accepted === undefined ? level : "accepted", code, subject.split(", ")[0]].join(" "),
    ),
    messages: findings.map(({ message }) => message),
    reasons: findings.flatMap(({ accepted }) => (accepted === undefined ? [] : [accepted.reason])),
  };
}

const retired = (sunset?: unknown) => ({
  deprecated: true,
  ...(sunset !== undefined && { "x-sunset": sunset }),
});

describe("a policy that requires sunset dates", () => {
  const policy = { sunset: "required", notice: 90 };
  const deprecate = (sunset?: unknown) =>
    judged(policy, {}, { operations: { list: retired(sunset) } }).then(({ exitCode, findings }) => [
      exitCode,
      findings.filter((finding) => !finding.startsWith("info ")),
    ]);

  it.each([
    ["2026-09-29", [0, []]],
    ["2026-09-29T00:00:00Z", [0, []]],
    ["2026-09-28", [1, ["error sunset-too-soon GET /list"]]],
    ["2026-06-30", [1, ["error sunset-too-soon GET /list"]]],
    [undefined, [1, ["error sunset-missing GET /list"]]],
    ["2026-02-30", [1, ["error sunset-invalid GET /list"]]],
    ["Q4 2027", [1, ["error sunset-invalid GET /list"]]],
    [20271231, [1, ["error sunset-invalid GET /list"]]],
  ])("judges the sunset %s", async (sunset, expected) => {
    expect(await deprecate(sunset)).toEqual(expected);
  });

  it("says nothing of what was announced before", async () => {
    const operations = { list: retired("2026-07-02"), more: retired() };
    const changed = { ...operations, list: { ...operations.list, summary: "s" } };
    expect(await judged(policy, { operations }, { operations: changed })).toMatchObject({
      exitCode: 0,
      findings: [],
    });
  });

  it("judges a sunset that is moved forward", async () => {
    const result = await judged(
      policy,
      { operations: { list: retired("2027-07-01") } },
      { operations: { list: retired("2026-07-15") } },
    );
    expect(result.exitCode).toBe(1);
    expect(result.findings).toEqual(["warning sunset-changed GET /list", "error sunset-too-soon GET /list"]);
    expect(result.messages[1]).toBe("its sunset 2026-07-15 is in 14 days; the policy gives users 90 days");
  });

  it("judges members and parameters", async () => {
    const member = { ...pet, properties: { ...pet.properties, nick: { ...text, ...retired() } } };
    const parameters = [{ name: "q", in: "query", schema: text }];
    const result = await judged(
      policy,
      { operations: { list: { parameters } } },
      {
        pet: member,
        operations: { list: { parameters: [{ ...parameters[0], ...retired("2026-07-02") }] } },
      },
    );
    expect(result.findings.filter((each) => each.startsWith("error "))).toEqual([
      "error sunset-too-soon GET /list",
      "error sunset-missing GET /list",
    ]);
  });

  it("has a notice for each level", async () => {
    const levels = { sunset: "required", notice: { beta: 10, stable: 100 } };
    const on = (level: Operation, sunset: string) => ({
      operations: { list: { ...level, ...retired(sunset) } },
    });
    const beta = { "x-stability-level": "beta" };
    const found = async (level: Operation) =>
      (await judged(levels, { operations: { list: level } }, on(level, "2026-08-01"))).exitCode;
    expect([await found(beta), await found({}), await found({ "x-stability-level": "draft" })]).toEqual([
      0, 1, 0,
    ]);
  });
});

describe("a policy that allows removal after the sunset", () => {
  const policy = { afterSunset: "allowed" };
  const remove = (operation: Operation, given: unknown) =>
    judged(given, { operations: { gone: operation } }, {});

  it("accepts the removal of an operation, and says why", async () => {
    const result = await remove(retired("2026-07-01"), policy);
    expect(result).toMatchObject({ exitCode: 0, findings: ["accepted operation-removed GET /gone"] });
    expect(result.reasons).toEqual(["deprecated, and its sunset was 2026-07-01"]);
  });

  it.each([
    ["a later sunset", retired("2026-07-02"), policy],
    ["no sunset", retired(), policy],
    ["a sunset without `deprecated`", { "x-sunset": "2020-01-01" }, policy],
    ["another policy", retired("2020-01-01"), { sunset: "required" }],
    ["no policy", retired("2020-01-01"), undefined],
  ])("breaks with %s", async (_, operation, given) => {
    expect(await remove(operation, given)).toMatchObject({
      exitCode: 1,
      findings: ["error operation-removed GET /gone"],
    });
  });

  it.each([
    ["an optional member", ["name"], "property-removed"],
    ["a required member", ["name", "nick"], "schema-widened"],
  ])("accepts the removal of %s", async (_, required, code) => {
    const shop = (nick: object) => ({
      pet: { ...pet, required, properties: { name: text, nick: { ...text, ...nick } } },
    });
    const current = { pet: { ...pet, properties: { name: text } } };
    const [accepted, refused] = [
      await judged(policy, shop(retired("2026-01-01")), current),
      await judged(policy, shop(retired("2027-01-01")), current),
    ];
    expect(accepted.exitCode).toBe(0);
    expect(accepted.findings).toContain(`accepted ${code} GET /list`);
    expect(refused.findings.some((each) => each.startsWith("accepted"))).toBe(false);
  });

  it("accepts whatever changes in an operation that may be gone", async () => {
    const parameters = [{ name: "q", in: "query", required: true, schema: text }];
    const operation = retired("2026-01-01");
    const result = await judged(
      policy,
      { operations: { old: operation } },
      { operations: { old: { ...operation, parameters } } },
    );
    expect(result).toMatchObject({ exitCode: 0, findings: ["accepted parameter-added GET /old"] });
  });
});

describe("a policy about stability", () => {
  const policy = { stability: { levels: ["preview", "beta", "stable"], unstable: ["preview"] } };
  const at = (level: unknown, more: object = {}) => ({ "x-stability-level": level, ...more });
  const parameters = [{ name: "q", in: "query", required: true, schema: text }];

  it("accepts what breaks an operation that is unstable, and nothing else", async () => {
    const break_ = async (level: unknown) =>
      (
        await judged(
          policy,
          { operations: { a: at(level) } },
          { operations: { a: at(level, { parameters }) } },
        )
      ).findings;
    expect(await break_("preview")).toEqual(["accepted parameter-added GET /a"]);
    expect(await break_("beta")).toEqual(["error parameter-added GET /a"]);
  });

  it("doesn't accept a change that also reaches a stable operation", async () => {
    const result = await judged(
      policy,
      { operations: { a: at("preview") } },
      { operations: { a: at("preview") }, pet: { ...pet, required: [] } },
    );
    expect(result.findings).toEqual(["error schema-widened GET /list"]);
  });

  it("takes the level of the old version", async () => {
    const result = await judged(
      policy,
      { operations: { a: at("stable") } },
      { operations: { a: at("preview", { parameters }) } },
    );
    expect(result.findings.toSorted()).toEqual([
      "error parameter-added GET /a",
      "error stability-lowered GET /a",
    ]);
  });

  it("refuses an unknown level, and takes a higher one", async () => {
    const to = async (level: string) =>
      (await judged(policy, { operations: { a: at("beta") } }, { operations: { a: at(level) } })).findings;
    expect(await to("alpha")).toEqual(["error stability-invalid GET /a"]);
    expect(await to("stable")).toEqual(["info stability-changed GET /a"]);
  });

  it("is a warning without a policy if a known level is lower", async () => {
    const to = async (level: string) =>
      (await judged(undefined, { operations: { a: at("beta") } }, { operations: { a: at(level) } })).findings;
    expect(await to("alpha")).toEqual(["warning stability-changed GET /a"]);
    expect(await to("stable")).toEqual(["info stability-changed GET /a"]);
  });
});

it("a field that is new beside a change of its object is told, too", async () => {
  const current = { "x-cost": 3, ...retired("2027-01-01") };
  const { findings } = await judged(undefined, {}, { operations: { list: current } });
  expect(findings.toSorted()).toEqual([
    "info deprecated GET /list",
    "info extension-changed GET /list",
    "info sunset-changed GET /list",
  ]);
});

describe("a policy that is wrong", () => {
  it.each([
    [[], "`policy` must be a map"],
    [{ notices: 3 }, "did you mean `notice`"],
    [{ sunset: true }, "`sunset` must be required or optional"],
    [{ notice: -1 }, "`notice` must be a whole number of days"],
    [{ notice: { gamma: 1 } }, "`policy.notice`"],
    [{ stability: { levels: ["a", "a"] } }, "`stability.levels` must be a list of different names"],
    [{ stability: { unstable: ["alfa"] } }, "did you mean `alpha`"],
    [{ afterSunset: "maybe" }, "`afterSunset` must be allowed or breaking"],
  ])("%j isn't read", async (policy, message) => {
    const cwd = await contractFolder({
      "oipkit.config.yaml": JSON.stringify({ policy }),
      "old.openapi.json": api({}),
      "new.openapi.json": api({}),
    });
    const { exitCode, out, err } = await runCommand(cwd, "diff", "old.openapi.json", "new.openapi.json");
    expect([exitCode, out]).toEqual([2, ""]);
    expect(err).toContain("oipkit.config.yaml:1:2");
    expect(err).toContain(message);
  });
});
