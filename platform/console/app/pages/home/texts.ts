import { defineTexts } from "../../texts/texts.js";

/** Texts of this page. */
export const texts = defineTexts({
  en: {
    none: "You don't belong to any active organization",
    noneHelp:
      "Your access was revoked everywhere. Ask an owner to add you again, or sign in with another account.",
  },
  zh: {
    none: "你不属于任何有效的组织",
    noneHelp: "你的访问权限已全部撤销。请联系所有者重新添加你，或使用其他账号登录。",
  },
});
