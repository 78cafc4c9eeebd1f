import type { TextsOf } from "./texts.js";

const en = {
  application: "The application that events and calls are for, and its environment.",
  webhook:
    "The HMAC Secret and, during a rotation, the previous one; the Verification Token; the Encrypt Key only if encryption is on.",
  missing: "What is empty here isn't shown by the Console now. Reveal or rotate it on the Webhook page.",
  client: "The clients of the application identity and of the user identity; empty if there is none.",
  clientSecret:
    "Shown once, when the application was created. If you don't have it, rotate it on the configuration page.",
  service:
    "The issuer and the API. The SDK's client finds the token endpoint and gets access tokens by itself.",
  receiver: "The receiver's database, address and tests.",
} as const;

const zh = {
  application: "事件与调用所属的应用及其环境。",
  webhook: "HMAC Secret，轮换期间还有上一个；Verification Token；仅在启用加密时需要 Encrypt Key。",
  missing: "控制台当前未显示为空的值。请在 Webhook 页面显示或轮换。",
  client: "应用身份与用户身份的客户端；没有时为空。",
  clientSecret: "仅在创建应用时显示一次。如已遗失，请在配置页面轮换。",
  service: "签发方与 API。SDK 的客户端会自行查找令牌端点并获取访问令牌。",
  receiver: "接收端的数据库、地址与测试。",
};

/** Comments of the `.env` that the Console gives. */
export const environmentTexts: TextsOf<typeof en> = { en, zh };
