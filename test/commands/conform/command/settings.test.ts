import { describe, expect, test } from "vitest";
import { readSettings } from "../../../../commands/conform/command/options.js";

const url = "http://localhost:8080/hook";

const targets = (...args: readonly string[]): unknown => {
  const settings = readSettings([url, ...args]);
  if (settings.kind === "run") return settings.targets;
  return undefined;
};

describe("the reports of a command line", () => {
  test.each([
    [[], [{ format: "pretty", file: undefined }]],
    [["-o", "a.txt"], [{ format: "pretty", file: "a.txt" }]],
    [["--format", "json"], [{ format: "json", file: undefined }]],
    [
      ["--format", "html", "-o", "a.html", "--format=junit", "--output=b.xml", "--format", "github"],
      [
        { format: "html", file: "a.html" },
        { format: "junit", file: "b.xml" },
        { format: "github", file: undefined },
      ],
    ],
  ])("are read from %j", (args, wanted) => {
    expect(targets(...args)).toEqual(wanted);
  });

  test.each([
    [["--format", "picture"], "--format must be one of pretty, json, junit, tap, github, markdown, html"],
    [["--format", "tap", "--format", "json"], "--format json needs its own file"],
    [["--format", "tap", "-o", "a", "--format", "json", "-o", "a"], "-o a is given twice"],
    [["--format", "tap", "-o", "a", "-o", "b"], "-o b has no format"],
    [["-o", "a", "--format", "tap"], "-o a has no format; write --format FORMAT -o a"],
    [["-o", ""], "-o needs a value: -o FILE"],
  ])("refuses %j", (args, text) => {
    expect(() => targets(...args)).toThrow(text);
  });
});

describe("the settings of a run", () => {
  test("contain every given option", () => {
    expect(
      readSettings([
        ...[url, "--probe", "http://localhost:9/probe/", "--application", "a", "--environment", "e"],
        ...[
          "--organization",
          "o",
          "--product",
          "p",
          "--callbacks",
          "--slow",
          "--strict",
          "--all-exchanges",
          "--only",
          "1/*",
          "--only",
          "2/*",
        ],
        ...[
          "--skip",
          "1/b",
          "--known-failures",
          "f",
          "--concurrency",
          "3",
          "--timeout",
          "400",
          "--wait",
          "30s",
          "--max-answer",
          "2000",
          "--suite",
          "s",
        ],
      ]),
    ).toEqual({
      kind: "run",
      url,
      probeUrl: "http://localhost:9/probe",
      suite: "s",
      binding: { application: "a", environment: "e", organization: "o", product: "p" },
      callbacks: true,
      slow: true,
      strict: true,
      only: ["1/*", "2/*"],
      skip: ["1/b"],
      knownFailures: "f",
      concurrency: 3,
      timeoutMs: 400,
      waitMs: 30_000,
      maxAnswerBytes: 2000,
      allExchanges: true,
      targets: [{ format: "pretty", file: undefined }],
    });
  });

  test.each([
    [[], "the receiver's URL is missing"],
    [[url, url], "pass one receiver at a time"],
    [["localhost:8080"], "URL: `localhost:8080` is not an http or https URL"],
    [["ftp://localhost"], "is not an http or https URL"],
    [["https://me:word@localhost"], "must not contain a user name or password"],
    [[url, "--probe", "nowhere"], "--probe: `nowhere` is no"],
    [[url, "--concurrency", "0"], "--concurrency must be a whole number of 1 or more"],
    [[url, "--max-answer", "0"], "--max-answer must be a whole number of 1 or more"],
    [[url, "--timeout", "1s"], "--timeout must be a whole number of 1 or more"],
    [[url, "--wait", "30"], "--wait must be a duration such as 30s, 500ms or 2m"],
    [[url, "--strct"], "did you mean `--strict`?"],
    [
      [url, "--encrypt-key", "k"],
      "other users can see the command line; set WEBHOOK_ENCRYPT_KEY in the environment",
    ],
    [[url, "--token=t"], "set WEBHOOK_VERIFICATION_TOKEN"],
    [["--list", "--explain", "1/a"], "use either --list or --explain, not both"],
  ])("refuses %j", (args, text) => {
    expect(() => readSettings(args)).toThrow(text);
  });
});
