import { maxJsonDepth, tooDeepAt } from "@oipkit/runtime/json-depth";
import { readRegularFile } from "../../reader/documents/regular-file.js";
import type { Finding, Problem } from "../report/reporter.js";
import { duplicateProblems, syntaxProblem } from "../validate/document/json-syntax.js";
import { placeProblems } from "../validate/document/place-problems.js";
import { bomLength, invalidUtf8, invalidUtf8At } from "../validate/read-file.js";
import { violationProblem } from "../validate/verdict.js";
import { ManifestError } from "./errors.js";
import type { ManifestFormat } from "./format.js";
import { type ArtifactManifest, fromDocument } from "./manifest.js";

/** Largest manifest, in bytes: a hundred paths of 2048 characters, each of them escaped, are smaller. */
const maxManifest = 4 * 1024 * 1024;

/** Problems of one manifest that are shown; more would help nobody. */
const mostProblems = 200;

/** To place a problem takes time proportional to the text, so that fewer are shown of a large one: characters in all. */
const mostPlacing = 40_000_000;

/** A manifest's text and what is in it, or why it isn't one. */
export interface ReadManifest {
  /** As the user gave it. */
  readonly file: string;
  readonly text: string;
  /** `undefined` if there are findings. */
  readonly manifest: ArtifactManifest | undefined;
  readonly findings: readonly Finding[];
  /** Findings that aren't shown. */
  readonly leftOut: number;
}

/** Reads and validates a manifest; what isn't valid is a finding. Throws `ManifestError` if the file can't be read. */
export function readManifest(path: string, file: string, format: ManifestFormat): ReadManifest {
  const found = readRegularFile(path, maxManifest);
  if (found.kind === "bytes") return parseManifest(found.bytes, file, format);
  if (found.kind !== "large")
    throw new ManifestError("file-unusable", `${file} ${found.problem}`, { cause: found.cause });
  return refused(file, "", [{ code: "too-long", message: `the manifest ${found.problem}`, pointer: "" }]);
}

/** Validates the bytes of a manifest; `file` is its name in findings. */
export function parseManifest(bytes: Buffer, file: string, format: ManifestFormat): ReadManifest {
  const content = bytes.subarray(bomLength(bytes));
  const text = content.toString("utf8");
  const invalid = invalidUtf8At(content);
  if (invalid >= 0) return refused(file, text, [invalidUtf8(content, invalid)]);
  const deep = tooDeepAt(text);
  if (deep >= 0) {
    const message = `nested too deeply: at most ${maxJsonDepth} levels can be checked`;
    return refused(file, text, [
      { code: "too-deep", message, pointer: "", span: { offset: deep, length: 1 } },
    ]);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused(file, text, [syntaxProblem(text)]);
  }
  const { validator, properties } = format;
  const isValid = validator.is(value);
  const violations = isValid ? [] : validator.check(value, { all: true, strict: false });
  // Two readers that use different ones of two equal keys would verify different files.
  const problems = [
    ...violations.map((each) => violationProblem(each, { strict: true })),
    ...duplicateProblems(text),
  ];
  if (problems.length > 0) return refused(file, text, problems);
  return { file, text, manifest: fromDocument(value, properties), findings: [], leftOut: 0 };
}

function refused(file: string, text: string, problems: readonly Problem[]): ReadManifest {
  return { file, text, manifest: undefined, ...placed({ file, text }, problems) };
}

/** Problems at their places in a manifest's text, as many as are shown. */
export function placed(
  { file, text }: Pick<ReadManifest, "file" | "text">,
  problems: readonly Problem[],
): Pick<ReadManifest, "findings" | "leftOut"> {
  const at = { file, where: { folder: undefined, declared: false }, line: 0, isLine: false };
  const most = Math.min(mostProblems, Math.ceil(mostPlacing / Math.max(1, text.length)));
  const shown = problems.slice(0, most);
  const findings = placeProblems(text, shown, { at, hidden: [], encryptedProperty: undefined });
  return { findings, leftOut: problems.length - shown.length };
}
