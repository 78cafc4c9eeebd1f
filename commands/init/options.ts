import { unknownName } from "@oipkit/runtime/nearest-names";
import { isPackageSpecifier } from "../../reader/text/code/package-specifier.js";
import { flag, parsed, text } from "../options/option.js";
import { UsageError } from "../options/usage.js";
import { defaultSdk, frameworks, identities, stores } from "./choices.js";

function oneOf<const Names extends Readonly<Record<string, string>>>(
  noun: string,
  names: Names,
  description: string,
) {
  const known = Object.keys(names);
  const list = known.map((name) => `\`${name}\``).join(", ");
  const [first] = known;
  const spec = { value: "NAME", description: `${description}: ${list}`, otherwise: `\`${first}\`` } as const;
  return parsed(spec, (given, flag) => {
    if (Object.hasOwn(names, given)) return given as keyof Names;
    const problem = unknownName(noun, given, known);
    const all = problem.includes("there are") ? "" : ` The list: ${list}.`;
    throw new UsageError(`${flag}: ${problem}${all}`);
  });
}

/** Command-line declaration of `oipkit init`. */
export const initCommand = {
  usage: ["init [FOLDER] [options]"],
  about:
    "Writes a project that receives webhooks: a running receiver, a client, a conformance test and a GitHub workflow. FOLDER is created if it doesn't exist; the default is the current one. In a terminal it asks; if an answer is given as an option, or with `--yes`, the others take their defaults.",
  options: {
    framework: oneOf("framework", frameworks, "web framework of the receiver"),
    store: oneOf("store", stores, "where events and nonces are kept"),
    identity: oneOf("identity", identities, "whom the client acts for"),
    event: text({
      value: "EVENT",
      description: "the event of the example handler",
      otherwise: "the one with the most examples",
    }),
    sdk: parsed(
      {
        value: "PACKAGE",
        description: "package with the generated code, which must be installed",
        default: defaultSdk,
      },
      (given, flag) => {
        if (isPackageSpecifier(given)) return given;
        throw new UsageError(`${flag} must be the name of a package, such as @acme/sdk`);
      },
    ),
    yes: flag({ description: "ask nothing" }),
    force: flag({ description: "replace files that exist" }),
  },
  exitCodes: "0 written, 1 a file exists, and nothing was written, 2 couldn't run.",
};
