import type {
  ChangeFinding,
  ChangePlace,
  ChangeSummary,
  ComparisonResult,
} from "../../../../../commands/diff/comparison.js";
import type { DiffReportOptions } from "../../../../../commands/diff/report/wording.js";
import { versionStep } from "../../../../../commands/diff/version-step.js";

/** A place in the old or the new version of `api.yaml`. */
export function at(version: "old" | "new", line: number, pointer: string): ChangePlace {
  return {
    file: version === "old" ? "git:main:api.yaml" : "contracts/api.yaml",
    line,
    column: 5,
    pointer,
  };
}

/** Options of the reports, without source lines. */
export const plain: DiffReportOptions = {
  colour: false,
  compatible: false,
  version: "1.2.3",
  labels: { old: "git:main", new: "contracts" },
  excerpts: { old: () => undefined, new: () => undefined },
  now: () => 0,
};

/** A comparison with these findings. */
export function toComparison(findings: readonly ChangeFinding[]): ComparisonResult {
  const counted = findings.filter(({ accepted }) => accepted === undefined);
  const count = (level: ChangeFinding["level"]) => counted.filter((each) => each.level === level).length;
  const [errors, warnings, compatible] = [count("error"), count("warning"), count("info")];
  const summary: ChangeSummary = {
    compared: 3,
    findings: errors + warnings,
    errors,
    warnings,
    compatible,
    accepted: findings.length - counted.length,
    version: versionStep(findings),
  };
  return { findings, summary };
}

/** Breaks programs of consumers: an enum of a request lost a value. */
export const narrowed: ChangeFinding = {
  code: "schema-narrowed",
  change: "changed",
  breaks: "wire",
  level: "error",
  verdict: "breaking",
  affects: ["consumer"],
  old: at("old", 12, "/components/schemas/Kind/enum"),
  new: at("new", 14, "/components/schemas/Kind/enum"),
  titles: [
    ["POST /users", "request body"],
    ["PUT /users/{id}", "request body"],
  ],
  subjects: ["POST /users, request body", "PUT /users/{id}, request body"],
  facts: { refusal: '`kind` must be one of "human"' },
  message: 'what consumers may send is now refused: `kind` must be one of "human"',
  remedy: "Keep accepting it, or add a new operation or version beside the old one",
  witness: { document: { kind: "robot" }, validIn: "old" },
};

/** Breaks code alone. */
export const renamedInSource: ChangeFinding = {
  code: "schema-removed",
  change: "removed",
  breaks: "source",
  level: "error",
  verdict: "breaking",
  affects: ["consumer"],
  old: at("old", 30, "/paths/~1users/get/operationId"),
  new: at("new", 32, "/paths/~1users/get"),
  subjects: ["client.js: users.list"],
  message: "the SDK doesn't export `users.list` any more",
};

/** Gone with its file. */
export const removed: ChangeFinding = {
  code: "schema-removed",
  change: "removed",
  breaks: "wire",
  level: "error",
  verdict: "breaking",
  affects: ["anyone"],
  old: { file: "git:main:pet.schema.yaml", line: 1, column: 1, pointer: "" },
  subjects: ["pet.schema.yaml"],
  message: "the schema was removed",
};

export const undecided: ChangeFinding = {
  code: "schema-widening-undecided",
  change: "changed",
  breaks: "wire",
  level: "warning",
  verdict: "undecided",
  affects: ["consumer"],
  old: at("old", 40, "/components/schemas/Name"),
  new: at("new", 42, "/components/schemas/Name"),
  subjects: ["GET /users, response 200"],
  message: "it isn't decided whether consumers expect everything that they may receive now: out of time",
};

export const added: ChangeFinding = {
  code: "schema-added",
  change: "added",
  breaks: "wire",
  level: "info",
  verdict: "compatible",
  affects: [],
  new: at("new", 50, "/paths/~1pets/get"),
  subjects: ["GET /pets"],
  message: "the operation is new",
};

export const accepted: ChangeFinding = {
  ...narrowed,
  new: at("new", 60, "/components/schemas/Colour/enum"),
  subjects: ["POST /cars, request body"],
  accepted: { reason: "nobody has ever sent it", until: "2027-01-31" },
};

/** One finding of each standing. */
export const mixed = toComparison([narrowed, renamedInSource, removed, undecided, added, accepted]);
