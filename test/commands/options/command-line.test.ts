import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCommandLine } from "../../../commands/options/command-line.js";
import { choice, choices, flag, text, texts, wholeNumber } from "../../../commands/options/option.js";

const command = {
  options: {
    out: text({ value: "DIR", description: "where to", default: "here" }),
    name: text({ value: "NAME", description: "who" }),
    skip: texts({ value: "GLOB", description: "not these", short: "s" }),
    jobs: wholeNumber({ value: "N", description: "how many", max: 8 }),
    enums: choice({ value: "HOW", description: "open or closed" }, ["open", "closed"]),
    only: choices({ value: "LIST", noun: "output", description: "which" }, ["types", "client"]),
    check: flag({ description: "write nothing" }),
  },
};

describe("readCommandLine", () => {
  test("reads arguments as declared", () => {
    const args = ["a", "--out", "x", "--out=y", "-s", "1", "--skip=2", "--jobs", "8", "--check", "--", "--b"];
    expect(readCommandLine(command, args)).toMatchObject({
      values: { out: "y", name: undefined, skip: ["1", "2"], jobs: 8, check: true },
      positionals: ["a", "--b"],
    });
  });

  test("returns defaults for an empty command line, and omits options without a default", () => {
    expect(readCommandLine(command, []).values).toEqual({
      out: "here",
      name: undefined,
      skip: undefined,
      jobs: undefined,
      enums: undefined,
      only: undefined,
      check: false,
    });
  });

  test("keeps the order of the options", () => {
    const { given } = readCommandLine(command, ["--name", "a", "--check", "--name=b"]);
    expect(given.map(({ name, value }) => `${name}=${value}`)).toEqual(["name=a", "check=", "name=b"]);
  });

  test.each([
    [["--chek"], "there is no option `--chek`; did you mean `--check`?"],
    [["--constructor"], "there is no option `--constructor`; there are `--out`"],
    [["-x"], "there is no option `-x`"],
    [["--out"], "--out needs a value"],
    [["--out", "--check"], "--out needs a value; write --out=DIR if it starts with a dash"],
    [["-s", ""], "-s needs a value"],
    [["--check=yes"], "--check takes no value"],
    [["--jobs", "9"], "--jobs must be a whole number from 1 to 8"],
    [["--jobs=-1"], "--jobs must be a whole number from 1 to 8"],
    [["--enums", "wide"], "--enums must be open or closed"],
    [["--only", "types,clent"], "--only: there is no output `clent`; did you mean `client`?"],
  ])("refuses %j", (args, message) => {
    expect(() => readCommandLine(command, args)).toThrow(message);
  });

  test("returns any value that follows an equals sign", () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(readCommandLine(command, [`--name=${value}`]).values.name).toBe(value);
      }),
    );
  });
});

describe("an option that looks like a secret", () => {
  const environment = [
    { name: "HOOK_SECRET", description: "" },
    { name: "HOOK_PREVIOUS_SECRET", description: "" },
    { name: "HOOK_VERIFICATION_TOKEN", description: "" },
    { name: "HOOK_ENCRYPT_KEY", description: "" },
  ];

  test.each([
    ["--secret", "HOOK_SECRET"],
    ["--hook-secret=x", "HOOK_SECRET"],
    ["--signing-secret", "HOOK_SECRET"],
    ["--previous-secret", "HOOK_PREVIOUS_SECRET"],
    ["--prev-secret", "HOOK_PREVIOUS_SECRET"],
    ["--token=x", "HOOK_VERIFICATION_TOKEN"],
    ["--encrypt-key=x", "HOOK_ENCRYPT_KEY"],
    ["-key", "HOOK_ENCRYPT_KEY"],
  ])("refuses %s and names the variable %s", (arg, variable) => {
    expect(() => readCommandLine({ ...command, environment }, [arg])).toThrow(
      `set ${variable} in the environment`,
    );
  });

  test("is an unknown option if the command has no secrets", () => {
    expect(() => readCommandLine(command, ["--secret"])).toThrow("there is no option `--secret`");
  });
});
