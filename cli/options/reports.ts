import { choice, type Described, texts } from "./option.js";

/** `--format`, which takes one of the given formats. */
export function format<const Name extends string>(names: readonly [Name, ...Name[]], spec: Described) {
  const description = `${spec.description}: ${names.map((name) => `\`${name}\``).join(", ")}`;
  return choice({ ...spec, value: "FORMAT", description, default: names[0] }, names);
}

/** `--format` and `-o` for several reports at once. */
export function reports(names: readonly [string, ...string[]]) {
  const group = "Reports";
  const list = names.map((name) => `\`${name}\``).join(", ");
  return {
    format: texts({ value: "FORMAT", description: list, otherwise: `\`${names[0]}\``, group }),
    output: texts({
      value: "FILE",
      short: "o",
      description: "file for the preceding format",
      otherwise: "standard output",
      group,
    }),
  };
}
