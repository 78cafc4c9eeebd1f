import fc from "fast-check";
import { expect, it } from "vitest";
import { releaseTags } from "../../../../commands/diff/releases.js";

it("takes semantic versions without pre-releases, the newest first", () => {
  const tags = [
    "v1.2.0",
    "v1.10.0",
    "1.3.0",
    "v1",
    "v01.0.0",
    "x1.0.0",
    "v2.0.0-rc.1",
    "vv1.0.0",
    "v=1.0.0",
    "",
  ];
  expect(releaseTags(tags)).toEqual(["v1.10.0", "1.3.0", "v1.2.0"]);
  expect(releaseTags(["sdk@1.0.0", "sdk@v2.0.0", "1.0.0", "sdk@1.0.1"], "sdk@")).toEqual([
    "sdk@1.0.1",
    "sdk@1.0.0",
  ]);
});

it("sorts in the same way, whatever the order of the tags is", () => {
  const version = fc.tuple(fc.nat(3), fc.nat(12), fc.nat(12)).map((parts) => `v${parts.join(".")}`);
  fc.assert(
    fc.property(fc.uniqueArray(version), (tags) => {
      const sorted = releaseTags(tags);
      expect(releaseTags([...tags].reverse())).toEqual(sorted);
      expect([...sorted].sort()).toEqual([...tags].sort());
      const weights = sorted.map((tag) =>
        tag
          .slice(1)
          .split(".")
          .reduce((sum, part) => sum * 100 + Number(part), 0),
      );
      expect(weights).toEqual([...weights].sort((a, b) => b - a));
    }),
  );
});
