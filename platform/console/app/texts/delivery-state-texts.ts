import { defineTexts } from "./texts.js";

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
