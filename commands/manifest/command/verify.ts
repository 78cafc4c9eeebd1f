import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { verifyFolder } from "../verify/verify-folder.js";
import { verifyUrl } from "../verify/verify-url.js";
import { loadFormat } from "./format.js";
import type { ManifestSettings } from "./options.js";
import { counted, countText, exitCode, sizeText, writeReports } from "./report.js";

type VerifySettings = ManifestSettings & { readonly action: "verify" };

/** Verifies a folder or a server. Throws `ManifestError` if it can't run. */
export async function verify(settings: VerifySettings, terminal: Terminal): Promise<ExitCode> {
  const { values, manifest, from } = settings;
  const { cwd } = terminal;
  const format = await loadFormat(settings, cwd);
  const started = terminal.now();
  const shared = { manifest, cwd, format, base: values.base, maxFile: values["max-file"] };
  const { findings, leftOut, assets, verified, bytes } = await ("dir" in from
    ? verifyFolder({ ...shared, folder: from.dir, ignore: values.ignore, jobs: values.jobs })
    : verifyUrl({ ...shared, url: from.url, timeout: values.timeout }));
  await writeReports({ findings, leftOut, files: 1 + assets }, settings, terminal);
  const seconds = ((terminal.now() - started) / 1000).toFixed(1);
  const done = `${verified} of ${counted(assets, "asset")} verified, ${sizeText(bytes)}`;
  terminal.err(`${done}; ${countText(findings, leftOut)} (${seconds} s)\n`);
  return exitCode(findings, values.strict);
}
