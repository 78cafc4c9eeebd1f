import { describe, expect, test } from "vitest";
import { camelCase, kebabCase, Names, pascalCase } from "../../../reader/model/names.js";

describe("names derived from any text", () => {
  test.each([
    [
      "oem.subscription.created.v1",
      "OemSubscriptionCreatedV1",
      "oemSubscriptionCreatedV1",
      "oem-subscription-created-v1",
    ],
    ["repos/get-content", "ReposGetContent", "reposGetContent", "repos-get-content"],
    ["X-Request-ID", "XRequestID", "xRequestID", "x-request-id"],
    ["HTTPServerError", "HTTPServerError", "httpServerError", "http-server-error"],
    ["URL", "URL", "url", "url"],
    ["2fa", "N2fa", "n2fa", "2fa"],
    ["Café crème", "CafeCreme", "cafeCreme", "cafe-creme"],
    ["İstanbul", "Istanbul", "istanbul", "istanbul"],
    ["名前", "名前", "名前", "名前"],
    ["Получить заказы", "ПолучитьЗаказы", "получитьЗаказы", "получить-заказы"],
    ["ПолучитьЗаказы", "ПолучитьЗаказы", "получитьЗаказы", "получить-заказы"],
    ["Мой", "Мой", "мой", "мой"],
    ["がく/取得", "がく取得", "がく取得", "がく-取得"],
    ["한국어", "한국어", "한국어", "한국어"],
    ["ชื่อผู้ใช้", "ชื่อผู้ใช้", "ชื่อผู้ใช้", "ชื่อผู้ใช้"],
    ["हिन्दी नाम", "हिन्दीनाम", "हिन्दीनाम", "हिन्दी-नाम"],
    ["٣ عناصر", "N٣عناصر", "n٣عناصر", "٣-عناصر"],
    ["Straße", "Straße", "straße", "straße"],
    ["ＡＢＣ", "ABC", "abc", "abc"],
    ["😀 ok", "Ok", "ok", "ok"],
    ["1️⃣", "N1", "n1", "1"],
    ["😀", "Unnamed", "unnamed", "unnamed"],
    ["a\u202eb\u200dc", "ABC", "aBC", "a-b-c"],
    ["*/ __proto__", "Proto", "proto", "proto"],
    ["", "Unnamed", "unnamed", "unnamed"],
  ])("%j", (text, pascal, camel, kebab) => {
    expect([pascalCase(text), camelCase(text), kebabCase(text)]).toEqual([pascal, camel, kebab]);
  });
});

describe("Names", () => {
  test("gives out each name once, ignoring case", () => {
    const names = new Names(["Event"]);
    expect(
      ["Order", "order", "ORDER", "event", "order2", "v12", "V12"].map((name) => names.take(name)),
    ).toEqual(["Order", "order2", "ORDER3", "event2", "order2_2", "v12", "V12_2"]);
  });

  test("avoids reserved words and common module names for bindings, but not for properties", () => {
    const names = new Names();
    expect(["delete", "Promise", "await"].map((name) => names.take(name))).toEqual([
      "delete_",
      "Promise_",
      "await_",
    ]);
    expect(new Names().takeProperty("delete")).toBe("delete");
  });
});
