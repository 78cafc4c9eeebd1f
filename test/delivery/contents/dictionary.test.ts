import { expect, it } from "vitest";
import { commonText, dictionaryWith, longestDictionary } from "../../../delivery/contents/dictionary.js";

const common = (...values: unknown[]): unknown =>
  JSON.parse(commonText(values.map((value) => JSON.stringify(value))));

it("keeps the names of members and the beginnings of codes", () => {
  expect(
    common(
      { id: "evt_1a", type: "thing.made.v1", data: { organization: "org_71", active: true, revision: 3 } },
      { id: "evt_2b", type: "thing.made.v1", data: { organization: "org_8", active: true, revision: 4 } },
    ),
  ).toEqual({
    id: "evt_",
    type: "thing.made.v1",
    data: { organization: "org_", active: true, revision: null },
  });
});

it("keeps nothing that could be a name, an address or a single event's", () => {
  const event = { name: "Ada", mail: "ada@example.com", seats: 3, text: "two words", code: "eu-1" };
  expect(common(event, event, { ...event, "user 17": 1 })).toEqual({
    name: "",
    mail: "",
    seats: null,
    text: "",
    code: "eu-1",
  });
});

it("leaves out members that half of the events don't have", () => {
  expect(common({ a: "x", b: "y" }, { a: "x" })).toEqual({ a: "x" });
  expect(common({ a: "x", b: "y" }, { a: "x" }, { b: "y" })).toEqual({ a: "x", b: "y" });
});

it("takes all elements of lists for one kind of value", () => {
  expect(common({ items: [{ sku: "sku_1" }, { sku: "sku_2" }] }, { items: [] })).toEqual({
    items: [{ sku: "sku_" }],
  });
});

it("has an id that is made from its text, and a limited length", () => {
  expect(dictionaryWith("a")).toEqual({ id: 222752054364699, text: "a" });
  expect(dictionaryWith("b").id).not.toBe(dictionaryWith("a").id);
  const members = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`member${index}`, 1]));
  expect(commonText([JSON.stringify(members)])).toHaveLength(longestDictionary);
});
