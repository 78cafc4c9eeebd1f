import { defineTexts } from "../../texts/texts.js";

/** Texts of the connection test; those of what went wrong are in `texts-of-faults.ts`. */
export const connectionTexts = defineTexts({
  en: {
    test: {
      run: "Test connection",
      running: "Testing…",
      passed: "The receiver echoed the challenge",
      passedHelp:
        "The proof is valid only for this URL. Save before it expires; another URL needs its own test.",
      left: "{time} left to save",
      expired: "The proof has expired",
      expiredHelp: "It was valid for five minutes. Test the connection again.",
      needed: "This endpoint was saved before URLs were verified",
      neededHelp: "Test its connection and save it.",
      kept: "The URL is verified. Changes to events, callbacks or encryption need no new test.",
      changed: "The URL is new: test the connection before saving.",
    },
  },
  zh: {
    test: {
      run: "测试连接",
      running: "测试中…",
      passed: "接收端已正确返回质询",
      passedHelp: "验证凭证只对这个 URL 有效。请在过期前保存；更换 URL 需要重新测试。",
      left: "剩余 {time} 可保存",
      expired: "验证凭证已过期",
      expiredHelp: "凭证的有效期为五分钟。请重新测试连接。",
      needed: "此端点保存时尚未验证 URL",
      neededHelp: "请测试连接后再保存。",
      kept: "URL 已验证。更改事件、回调或加密设置无需重新测试。",
      changed: "URL 已更改：保存前请测试连接。",
    },
  },
});
