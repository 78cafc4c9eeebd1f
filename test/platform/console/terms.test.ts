import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const app = "platform/console/app";

/** Names that the glossary doesn't have for the thing, and the one that it has. */
const others: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b(?:signing|webhook) secret\b|签名密钥|HMAC secret/i, "HMAC Secret"],
  [/\bverification tokens?\b|验证令牌/i, "Verification Token"],
  [/\bencrypt(?:ion)? keys?\b|加密密钥/i, "Encrypt Key"],
  [/\bapps?\b/i, "application"],
  [/\btenants?\b|\bcompan(?:y|ies)\b/i, "organization"],
  [/\b(?:webhook|callback) URL\b/i, "endpoint, or the endpoint's URL"],
  [/\bnotifications?\b/i, "delivery"],
];

/** The text without the right names and without code, which has names of its own. */
function prose(text: string): string {
  return text
    .replaceAll(/HMAC Secret|Verification Tokens?|Encrypt Keys?/g, "")
    .replaceAll(/`[^`]*`|https?:\S+|\b[\w-]+(?:[._]\w+)+\b/g, "");
}

function wrongNames(place: string, text: string): string[] {
  return others
    .filter(([pattern]) => pattern.test(prose(text)))
    .map(([, name]) => `${place}: “${text.slice(0, 80)}” should say ${name}`);
}

/** Texts in quotation marks, without the names of members. */
function quotedTexts(source: string): string[] {
  return [...source.matchAll(/"((?:[^"\\]|\\.)*)"(?!\s*:)/g)].map(([, text]) => text ?? "");
}

it("finds a wrong name, and no right one", () => {
  expect(wrongNames("here", "Reveal the signing secret")).toHaveLength(1);
  expect(wrongNames("here", "请显示签名密钥")).toHaveLength(1);
  expect(wrongNames("here", "The app's verification token")).toHaveLength(2);
  expect(wrongNames("here", "The HMAC Secret of https://app.example.com and `tenant_id`")).toEqual([]);
});

it("has one name for one thing in the texts of the Console", () => {
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((path) =>
    /(?:^|\/)(?:[\w-]*texts[\w-]*|(?:en|zh)(?:-reasons)?)\.ts$/.test(path),
  );
  expect(files.length).toBeGreaterThan(20);
  const found = files.flatMap((path) =>
    quotedTexts(readFileSync(join(app, path), "utf8")).flatMap((text) => wrongNames(path, text)),
  );
  expect(found).toEqual([]);
});

it("has the same names in the guide", () => {
  const lines = readFileSync("docs/guide/console.md", "utf8").split("\n");
  expect(lines.flatMap((line, index) => wrongNames(`line ${index + 1}`, line))).toEqual([]);
});
