import { dirname } from "node:path";
import { main } from "../../../../dist/cli/main.js";

/**
 * `oipkit generate` with a document, with all outputs, and otherwise its defaults.
 * @param {{ path: string, out: string, folder?: string }} task
 * @returns {Promise<import("../outcome.mjs").Said>}
 */
export default async function run({ path, out, folder }) {
  const printed = { out: "", err: "" };
  const args = ["generate", "--contracts", path, "--out", out];
  if (folder !== undefined) args.push("--allow-refs-to", folder);
  const code = await main([...args, "--format", "json", "--no-cache"], {
    cwd: dirname(out),
    env: {},
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    now: () => performance.now(),
    signal: new AbortController().signal,
    stdin: () => process.stdin,
    isTerminal: { out: false, err: false },
    prompt: undefined,
    drained: async () => {},
    outClosed: new AbortController().signal,
  });
  return readReport(code, printed);
}

/** An end other than 0, or 1 with an error in the report, is no answer. */
export function readReport(code, { out, err }) {
  const crashed = {
    kind: "crashed",
    warnings: 0,
    reasons: [{ code: `exit ${code}`, message: err.trim(), place: "" }],
  };
  /** @type {{ findings: { code: string, message: string, level: string, pointer?: string }[] }} */
  let report;
  try {
    report = JSON.parse(out);
  } catch {
    return crashed;
  }
  const errors = report.findings.filter(({ level }) => level === "error");
  const warnings = report.findings.length - errors.length;
  if (code === 0) return { kind: "accepted", warnings, reasons: [] };
  if (code !== 1 || errors.length === 0) return crashed;
  const reasons = errors.map(({ code, message, pointer }) => ({ code, message, place: pointer ?? "" }));
  return { kind: "refused", warnings, reasons };
}
