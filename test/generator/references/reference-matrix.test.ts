import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { typeCheck } from "../../support/generator/emit/type-check.js";
import { inAsyncApi } from "../../support/generator/references/asyncapi-cases.js";
import { everywhere } from "../../support/generator/references/everywhere.js";
import { inJsonSchema } from "../../support/generator/references/identifier-cases.js";
import { inOpenApi } from "../../support/generator/references/openapi-cases.js";
import {
  type ReferenceCase,
  type Shell,
  subjectPointer,
  subjectType,
} from "../../support/generator/references/reference-case.js";
import { generateCase, loadValidator } from "../../support/generator/references/reference-results.js";
import { inSchemaFiles } from "../../support/generator/references/schema-file-cases.js";

/** References that are fine anywhere: findings don't differ by the kind of document. */
const fine = everywhere.filter(({ findings }) => findings === undefined);

const shells: Readonly<Record<Shell, readonly ReferenceCase[]>> = {
  "openapi-3.0": fine,
  "openapi-3.1": [...everywhere, ...inOpenApi, ...inJsonSchema],
  asyncapi: [...fine, ...inAsyncApi, ...inJsonSchema],
  schema: inSchemaFiles,
};

/** What differs from what a case says, and the lines that its types must pass. */
async function judged(shell: Shell, each: ReferenceCase, folder: string) {
  const { findings = [], isLenient = false, takes = [], refuses = [], invalid = [] } = each;
  const result = await generateCase(shell, each);
  const expected = findings.map((finding) => finding.replace("SUBJECT", subjectPointer[shell]));
  const found = isLenient ? [] : result.findings;
  const problems = found.filter((each) => !expected.some((start) => each.startsWith(`${start} `)));
  const missing = expected.filter((start) => !found.some((each) => each.startsWith(`${start} `)));
  problems.push(...missing.map((finding) => `no finding ${finding}`));
  if (result.files.size === 0) return { problems, files: new Map<string, string>() };
  const accepts = await loadValidator(shell, result);
  const isAccepted = (value: string) => accepts(JSON.parse(JSON.stringify(runInNewContext(`(${value})`))));
  problems.push(
    ...takes.filter((value) => !isAccepted(value)).map((value) => `the validator refuses ${value}`),
  );
  const wrong = [...refuses, ...invalid].filter(isAccepted);
  problems.push(...wrong.map((value) => `the validator accepts ${value}`));
  const use = [
    subjectType(shell, folder, each),
    "declare function take<T>(value: T): void;",
    ...[...takes, ...invalid].map((value) => `take<Subject>(${value});`),
    ...refuses.flatMap((value) => ["// @ts-expect-error", `take<Subject>(${value});`]),
  ].join("\n");
  const files = new Map([...result.files].map(([path, text]) => [`${folder}/${path}`, text]));
  return { problems, files: files.set(`${folder}.ts`, use) };
}

test.each(Object.entries(shells))(
  "types and validators of %s mean what each reference means",
  async (shell, cases) => {
    const files = new Map<string, string>();
    const problems: string[] = [];
    for (const [index, each] of cases.entries()) {
      const found = await judged(shell as Shell, each, `case${index}`);
      for (const [path, text] of found.files) files.set(path, text);
      problems.push(...found.problems.map((problem) => `${each.name}: ${problem}`));
    }
    const errors = typeCheck(files).map(
      (error) => `${cases[Number(/^case(\d+)/.exec(error)?.[1])]?.name}: ${error}`,
    );
    expect([...problems, ...errors]).toEqual([]);
  },
);
