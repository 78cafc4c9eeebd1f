import { expect, it } from "vitest";
import { en } from "../../console/app/texts/en-reasons.js";
import { zh } from "../../console/app/texts/zh-reasons.js";
import { reasons } from "../../console/server/actions.js";

it("has a text in both languages for every reason why an action isn't offered", () => {
  expect(Object.keys(en).sort()).toEqual([...reasons].sort());
  expect(Object.keys(zh).sort()).toEqual([...reasons].sort());
  expect(Object.values(zh).filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
});
