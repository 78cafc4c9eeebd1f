import { createRequire } from "node:module";
import { join } from "node:path";
import { peerModules } from "./paths.mjs";

// The work of an editor before it can underline an error: read the project, check the open file.
const require = createRequire(join(peerModules, "_.js"));
/** @type {typeof import("typescript")} */
const ts = require("typescript");
const folder = process.cwd();
const { config } = ts.readConfigFile(join(folder, "tsconfig.json"), ts.sys.readFile);
const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
const program = ts.createProgram(fileNames, options);
const file = program.getSourceFile(join(folder, "use.ts"));
const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
for (const { messageText } of found) console.log(ts.flattenDiagnosticMessageText(messageText, "\n"));
process.exitCode = found.length === 0 ? 0 : 1;
