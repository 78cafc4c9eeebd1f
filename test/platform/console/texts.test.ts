import { expect, it } from "vitest";
import { en } from "../../../platform/console/app/texts/en-reasons.js";
import { zh } from "../../../platform/console/app/texts/zh-reasons.js";
import { reasons } from "../../../platform/console/server/actions.js";
import { eventTexts } from "../../../platform/sandbox/generated/event-texts/event-texts.js";

it("has a text in both languages for every reason why an action isn't offered", () => {
  expect(Object.keys(en).sort()).toEqual([...reasons].sort());
  expect(Object.keys(zh).sort()).toEqual([...reasons].sort());
  expect(Object.values(zh).filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
});

it("has a title and a description in Chinese for every event and callback, with the names that the English one has", () => {
  expect(eventTexts.length).toBeGreaterThan(30);
  const names = (text: string): string[] => (text.match(/`[^`]+`/g) ?? []).sort();
  for (const { title, description } of eventTexts) {
    expect(title.zh).toMatch(/^\p{Script=Han}/u);
    expect(description.zh).toMatch(/\p{Script=Han}/u);
    expect(names(description.zh)).toEqual(names(description.en));
  }
});
