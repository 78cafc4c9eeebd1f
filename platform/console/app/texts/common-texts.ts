import { en } from "./en.js";
import { defineTexts, type TextsOf, useTexts } from "./texts.js";
import { zh } from "./zh.js";

/** Texts of the frame and of what all pages share. */
const commonTexts: TextsOf<typeof en> = { en, zh };

/** Translates texts of the frame and of what all pages share. */
export function useCommonTexts() {
  return useTexts(commonTexts);
}

/** Where a delivery stands. */
export const deliveryStateTexts = defineTexts({
  en: {
    pending: "Waiting",
    retrying: "Retrying",
    sending: "Sending",
    delivered: "Delivered",
    failed: "Failed",
    cancelled: "Cancelled",
  },
  zh: {
    pending: "等待中",
    retrying: "重试中",
    sending: "发送中",
    delivered: "已送达",
    failed: "失败",
    cancelled: "已取消",
  },
});
