import fc from "fast-check";
import { expect, it } from "vitest";
import { urlProblem } from "../../../delivery/transport/url-problem.js";

it.each([
  "https://example.com",
  "https://example.com:8443/hook?a=b",
  "https://bücher.example/",
  "https://8.8.8.8/",
  "https://[2606:4700::1]/",
])("takes %s", (url) => {
  expect(urlProblem(url)).toBeUndefined();
});

it.each([
  ["http://example.com/", "https://"],
  ["ftp://example.com/", "https://"],
  ["example.com", "parsed"],
  ["https:example.com", "https://"],
  ["https:/example.com", "https://"],
  ["https:///example.com", "https://"],
  ["", "parsed"],
  ["https://user:secret@example.com/", "credentials"],
  ["https://user@example.com/", "credentials"],
  ["https://@example.com/", "credentials"],
  ["https://example.com/#part", "fragment"],
  ["https://example.com/#", "fragment"],
  ["https://exa\tmple.com/", "white space"],
  [" https://example.com/", "white space"],
  ["https:\\\\example.com/", "backslash"],
  ["https://example.com/\0", "control"],
  [`https://example.com/${"x".repeat(2048)}`, "characters"],
  ["https://localhost/", "this machine"],
  ["https://a.LOCALHOST./", "this machine"],
  ["https://127.0.0.1/", "loopback"],
  ["https://127.1/", "loopback"],
  ["https://2130706433/", "loopback"],
  ["https://0x7f.0.0.1/", "loopback"],
  ["https://0177.0.0.1/", "loopback"],
  ["https://①②⑦.0.0.1/", "loopback"],
  ["https://[::1]/", "loopback"],
  ["https://[::ffff:127.0.0.1]/", "reserved"],
  ["https://[::ffff:7f00:1]/", "reserved"],
  ["https://[64:ff9b::169.254.169.254]/", "reserved"],
  ["https://[2002:a9fe:a9fe::]/", "reserved"],
  ["https://[fe80::1%25eth0]/", "parsed"],
  ["https://169.254.169.254/latest", "link-local"],
  ["https://0/", "unspecified"],
])("refuses %s", (url, why) => {
  expect(urlProblem(url)).toContain(why);
  expect(urlProblem(url)).not.toContain("secret");
});

it("lets exactly the allowed hosts be inside, and use HTTP", () => {
  for (const url of [
    "http://localhost:3000/",
    "https://localhost:3000/",
    "http://10.0.0.5/",
    "http://[::1]:9/",
  ])
    expect(urlProblem(url, ["localhost:3000", "10.0.0.5", "[::1]"])).toBeUndefined();
  for (const url of [
    "http://localhost/",
    "http://localhost:3001/",
    "http://10.0.0.50/",
    "http://a.localhost:3000/",
  ])
    expect(urlProblem(url, ["localhost:3000", "10.0.0.5"])).toBeDefined();
  expect(urlProblem("http://169.254.169.254/", ["169.254.169.254"])).toBeDefined();
});

it("never throws, and takes only what a parser reads as HTTPS", () => {
  const text = fc.oneof(
    fc.webUrl(),
    fc.string({ unit: "binary" }),
    fc.webUrl().map((url) => url.replace("http:", "https:")),
  );
  fc.assert(
    fc.property(text, (url) => {
      if (urlProblem(url) === undefined) expect(new URL(url).protocol).toBe("https:");
      else expect(urlProblem(url)).toMatch(/^the URL/);
    }),
  );
});
