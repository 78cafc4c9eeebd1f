import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { hasTest } from "../support/contracts/has-test.js";

interface Clause {
  readonly id: string;
  readonly section: string;
  readonly level: "must" | "should" | "info" | "unspecified";
  readonly source?: "interpretation" | "silence";
  readonly text: string;
  readonly enforced?: readonly string[];
  readonly tests?: readonly string[];
  readonly not_enforced?: "platform" | "console" | "integrator" | "planned";
  readonly sandbox?: readonly string[];
  readonly why?: string;
  readonly where?: string;
  readonly cases?: object;
}

interface NotShown {
  readonly sha256: string;
  readonly statements: readonly { section: string; line: number; subject: string; clause: string }[];
}

const root = fileURLToPath(new URL("../../", import.meta.url));
const documents = new Map<string, unknown>();

function read(path: string): unknown {
  if (!documents.has(path)) documents.set(path, parse(readFileSync(resolve(root, path), "utf8")));
  return documents.get(path);
}

const ledger = read("contracts/clauses.yaml") as { clauses: readonly Clause[] };
const { clauses } = ledger;
const notShown = read("contracts/not-shown.yaml") as NotShown;
const clauseById = new Map(clauses.map((clause) => [clause.id, clause]));

const schema = read("reader/vocabulary/clauses.schema.yaml") as object;
const ajv = new Ajv2020({ allErrors: true, strict: true }).addSchema(schema, "clauses");
const checkLedger = ajv.compile({ $ref: "clauses" });
const checkClause = ajv.compile({ $ref: "clauses#/$defs/clause" });
const checkNotShown = ajv.compile({ $ref: "clauses#/$defs/notShown" });

/** Returns whether a path exists and, if it has a JSON Pointer after `#`, whether the pointer resolves. */
function resolves(pointer: string): boolean {
  const [path = "", inside] = pointer.split("#");
  if (!existsSync(resolve(root, path))) return false;
  if (inside === undefined) return true;
  let node = read(path);
  for (const token of inside.slice(1).split("/")) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, key)) return false;
    node = (node as Record<string, unknown>)[key];
  }
  return true;
}

describe("the ledger", () => {
  it("matches its schema", () => {
    checkLedger(ledger);
    expect(checkLedger.errors).toBeNull();
  });

  it("has unique clause ids that start with the section", () => {
    expect(clauseById.size).toBe(clauses.length);
    const misnamed = clauses.filter(({ id, section }) => {
      const [, number = ""] = /^§([0-9.]+)/.exec(section) ?? [];
      return !(id.startsWith(`${number}-`) || id.startsWith(`${number}.`));
    });
    expect(misnamed).toEqual([]);
  });

  it("has no dangling pointers", () => {
    const dangling = clauses.flatMap(({ id, enforced = [], sandbox = [] }) =>
      [...enforced, ...sandbox].filter((pointer) => !resolves(pointer)).map((pointer) => `${id}: ${pointer}`),
    );
    expect(dangling).toEqual([]);
  });

  it("names only existing tests", () => {
    const dangling = clauses.flatMap(({ id, tests = [] }) =>
      tests.filter((reference) => !hasTest(reference)).map((reference) => `${id}: ${reference}`),
    );
    expect(dangling).toEqual([]);
  });

  it("has a case or a test for every mandatory rule that only code enforces", () => {
    const unproved = clauses.filter(
      ({ level, enforced = [], cases, tests }) =>
        level === "must" &&
        enforced.length > 0 &&
        enforced.every((place) => !place.startsWith("contracts/")) &&
        cases === undefined &&
        tests === undefined,
    );
    expect(unproved.map(({ id }) => id)).toEqual([]);
  });

  it("says of each rule who keeps it, in the words of docs/contributing/ledger.md", () => {
    const page = readFileSync(resolve(root, "docs/contributing/ledger.md"), "utf8");
    const kinds = new Set(clauses.flatMap(({ not_enforced }) => not_enforced ?? []));
    expect([...kinds].filter((kind) => !page.includes(`\n| \`not_enforced: ${kind}\` |`))).toEqual([]);
  });

  it("has rules for every section of the document", () => {
    // Every heading from §1 to §9 that has its own text.
    const headings =
      "1 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9 3.1 3.2 3.3 3.4 3.5 4 4.1 4.2 4.3 4.4 4.5 5.1 5.2 5.3 5.4 5.5 5.6 " +
      "5.7 6 6.1 6.2 6.3 6.4 6.5 6.6 6.7 6.8 6.9 7.1 7.2 7.3 8 9";
    const own = clauses.filter(({ source }) => source === undefined);
    expect([...new Set(own.map(({ section }) => section.split("(")[0]))]).toEqual(
      headings.split(" ").map((number) => `§${number}`),
    );
  });

  it("has each step of the numbered lists", () => {
    const steps = new Set(clauses.map(({ section }) => section).filter((section) => section.includes("(")));
    const listed = (section: string, count: number): string[] =>
      Array.from({ length: count }, (_, index) => `${section}(${index + 1})`);
    expect([...steps].sort()).toEqual([...listed("§5.2", 6), ...listed("§6.3", 7), ...listed("§6.6", 5)]);
  });

  it("is sorted by section", () => {
    const order = clauses.map(({ section }) => (section.match(/[0-9]+/g) ?? []).slice(0, 2).map(Number));
    const sorted = [...order].sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d);
    expect(order).toEqual(sorted);
  });

  it.each<[string, Partial<Clause>]>([
    ["has neither `enforced` nor `not_enforced`", {}],
    [
      "has both `enforced` and `not_enforced`",
      { enforced: ["contracts/clauses.yaml"], not_enforced: "platform", why: "So." },
    ],
    ["is planned without `where`", { not_enforced: "planned" }],
    ["has `where` but isn't planned", { not_enforced: "platform", why: "So.", where: "runtime/oauth" }],
    ["only the platform follows, and that is stated, without `why`", { not_enforced: "platform" }],
    ["has `why` but is the integrator's", { not_enforced: "integrator", why: "So." }],
    ["has `why` but isn't specified", { not_enforced: "platform", why: "So.", level: "unspecified" }],
    [
      "says what the sandbox does instead of a stated rule",
      { not_enforced: "platform", why: "So.", sandbox: ["contracts/sandbox/api.yaml#/denials"] },
    ],
    [
      "names other code as the sandbox's choice",
      { level: "unspecified", not_enforced: "platform", sandbox: ["delivery/context.ts"] },
    ],
    ["is enforced only by the suite", { enforced: ["commands/conform/suite/suite.ts"] }],
    ["has an empty list `enforced`", { enforced: [] }],
    [
      "names a test without `enforced`",
      { not_enforced: "platform", why: "So.", tests: ["test/a.test.ts#b"] },
    ],
    ["names a test file without a test", { enforced: ["runtime/a.ts"], tests: ["test/a.test.ts"] }],
  ])("refuses a clause that %s", (_, part) => {
    const clause = { id: "1-rule", section: "§1", level: "must", text: "A rule." };
    expect(checkClause({ ...clause, not_enforced: "platform", why: "No payload is shown." })).toBe(true);
    expect(checkClause({ ...clause, ...part })).toBe(false);
  });

  it("detects a dangling pointer", () => {
    expect(resolves("contracts/clauses.yaml#/clauses/0/id")).toBe(true);
    expect(resolves("contracts/clauses.yaml#/clauses/0/name")).toBe(false);
    expect(resolves("contracts/absent.yaml")).toBe(false);
  });

  it("detects a missing test", () => {
    const own = "test/contracts/ledger.test.ts";
    expect(hasTest(`${own}#detects a missing test`)).toBe(true);
    expect(hasTest(`${own}#detects a`)).toBe(false);
    expect(hasTest(`test/absent.test.ts#detects a missing test`)).toBe(false);
  });
});

describe("statements of the document that it doesn't show", () => {
  const unspecified = clauses.filter(({ level }) => level === "unspecified");

  it("are listed in the form of their schema", () => {
    checkNotShown(notShown);
    expect(checkNotShown.errors).toBeNull();
  });

  it("are each an unspecified clause of the ledger", () => {
    const recorded = notShown.statements.map(({ clause }) => {
      const { section, level, source } = clauseById.get(clause) ?? {};
      return { clause, section, level, source };
    });
    const wanted = notShown.statements.map(({ clause, section }) => {
      return { clause, section, level: "unspecified", source: undefined };
    });
    expect(recorded).toEqual(wanted);
  });

  it("are the only unspecified clauses, except those with their own `source`", () => {
    const stated = unspecified.filter(({ source }) => source === undefined).map(({ id }) => id);
    expect(stated.sort()).toEqual(notShown.statements.map(({ clause }) => clause).sort());
  });
});

describe("the contracts", () => {
  const files = readdirSync(resolve(root, "contracts"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".yaml") && !/^(?:clauses|not-shown)\.yaml$/.test(path))
    .map((path) => `contracts/${path}`);
  // A citation may refer to a whole list of steps.
  const sections = new Set(clauses.flatMap(({ section }) => [section, section.split("(")[0]]));
  const unspecifiedSections = new Set(
    clauses.filter(({ level }) => level === "unspecified").map(({ section }) => section),
  );

  function cited(path: string, keyword: string): string[] {
    const found: string[] = [];
    const visit = (node: unknown): void => {
      if (typeof node !== "object" || node === null) return;
      for (const [key, value] of Object.entries(node)) {
        if (key === keyword && typeof value === "string") found.push(value);
        visit(value);
      }
    };
    visit(read(path));
    return found;
  }

  it("have a title for each section of the ledger, and for no other", () => {
    const { sections: titles } = read("contracts/clauses.yaml") as { sections: Record<string, string> };
    expect(Object.keys(titles).sort()).toEqual([...new Set(clauses.map(({ section }) => section))].sort());
  });

  it("cite only sections of the ledger", () => {
    const unknown = files.flatMap((path) =>
      ["x-clause", "x-unspecified", "clause"]
        .flatMap((keyword) => cited(path, keyword))
        .filter((section) => !sections.has(section))
        .map((section) => `${path}: ${section}`),
    );
    expect(unknown).toEqual([]);
  });

  it("mark only sections as unspecified that the ledger marks so", () => {
    const invented = files.flatMap((path) =>
      cited(path, "x-unspecified")
        .filter((section) => !unspecifiedSections.has(section))
        .map((section) => `${path}: ${section}`),
    );
    expect(invented).toEqual([]);
    expect(files.flatMap((path) => cited(path, "x-unspecified"))).not.toEqual([]);
  });
});
