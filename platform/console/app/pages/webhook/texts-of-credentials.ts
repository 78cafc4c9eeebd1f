import { defineTexts } from "../../texts/texts.js";

/** Texts of credentials. */
export const credentialTexts = defineTexts({
  en: {
    title: "Credentials",
    lead: "Each application has its own. This page keeps only versions and delivery status; secrets are shown briefly.",
    first:
      "Your receiver needs them before the first event arrives. Create them now: the Verification Token and the Encrypt Key are shown only once.",
    create: "Create credentials",
    created: "Credentials created",
    once: "Copy these now",
    onceHelp:
      "They are cleared when you leave this page. The Verification Token and the Encrypt Key can't be shown again; if one is lost, rotate it.",
    name: {
      "signing-secret": "HMAC Secret",
      "verification-token": "Verification Token",
      "encrypt-key": "Encrypt Key",
    },
    use: {
      "signing-secret": "Verifies the signature of the raw body.",
      "verification-token": "Compared with verification_token in the decoded event.",
      "encrypt-key": "Decrypts events while encryption is on.",
    },
    version: "Version {version, number}",
    status: {
      pending: "Waiting for delivery",
      active: "Active",
      previous: "Previous",
      discarded: "Discarded",
    },
    notMade: "Not created yet",
    since: "since <time></time>",
    remove: "Your receiver may still accept the previous version; remove it there soon.",
    waiting:
      "Version {version, number} isn't active until its delivery succeeds; until then, the current version stays active.",
    lost: "Can't be shown again. If it is lost, rotate it.",
    rotate: "Rotate",
    rotateOf: "Rotate {name}",
    rotateTitle: "Rotate the {name}?",
    rotateHelp:
      "A new version is created and shown once. It becomes active as soon as it is delivered here; deliveries use it from then on.",
    rotateDuring:
      "Configure your receiver with it immediately. During the change, the receiver may also accept the previous secret.",
    rotateToken: "Deliveries carry the new one from then on, so update your receiver immediately.",
    rotated: "{name}: version {version, number} is active",
    withheld: "The {name} was rotated, but its secret can't be shown",
    withheldHelp:
      "Version {version, number} exists, but nobody has its plaintext. Rotate once more to get one that you can copy.",
    missing: "Create what is missing",
  },
  zh: {
    title: "凭证",
    lead: "每个应用都有自己的凭证。本页只保留版本和交付状态；密钥仅短暂显示。",
    first:
      "接收端在收到第一个事件之前就需要这些凭证。请立即创建：Verification Token 和 Encrypt Key 只显示一次。",
    create: "创建凭证",
    created: "凭证已创建",
    once: "请立即复制",
    onceHelp: "离开本页后即清除。Verification Token 和 Encrypt Key 无法再次显示；如有遗失，请轮换。",
    name: {
      "signing-secret": "HMAC Secret",
      "verification-token": "Verification Token",
      "encrypt-key": "Encrypt Key",
    },
    use: {
      "signing-secret": "用于验证原始请求体的签名。",
      "verification-token": "与解码后事件中的 verification_token 比较。",
      "encrypt-key": "开启加密时用于解密事件。",
    },
    version: "版本 {version, number}",
    status: {
      pending: "等待交付",
      active: "有效",
      previous: "上一版本",
      discarded: "已作废",
    },
    notMade: "尚未创建",
    since: "始于<time></time>",
    remove: "接收端可能仍接受上一版本，请尽快在接收端移除。",
    waiting: "版本 {version, number} 在交付成功之前不会生效，期间继续使用当前版本。",
    lost: "无法再次显示。如已遗失，请轮换。",
    rotate: "轮换",
    rotateOf: "轮换{name}",
    rotateTitle: "轮换 {name}？",
    rotateHelp: "将生成新版本，并只显示一次。交付到此处后立即生效，之后的投递都使用新版本。",
    rotateDuring: "请立即将它提供给接收端。在此期间，接收端可以同时接受上一版本。",
    rotateToken: "之后的投递都携带新版本，请立即更新接收端。",
    rotated: "{name}：版本 {version, number} 已生效",
    withheld: "{name} 已轮换，但无法显示其密钥",
    withheldHelp: "版本 {version, number} 已存在，但没有人持有其明文。请再轮换一次，以获得可以复制的密钥。",
    missing: "创建缺少的凭证",
  },
});
