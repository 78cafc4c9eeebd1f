import { defineTexts } from "../texts/texts.js";

const en = {
  status: {
    working: "Deliveries work",
    failing: "Deliveries fail",
    behind: "Some deliveries failed",
    paused: "Webhook paused",
    idle: "Nothing sent yet",
  },
  recent: "In the last 24 hours, {failed, number} of {attempts, number} attempts failed ({share}).",
  recentNone: "No attempt was made in the last 24 hours.",
  incomplete: "The endpoint has more deliveries than are counted; the oldest attempts are missing.",
};

const zh = {
  status: {
    working: "投递正常",
    failing: "投递失败",
    behind: "部分投递失败",
    paused: "Webhook 已暂停",
    idle: "尚未发送",
  },
  recent: "最近 24 小时内，{attempts, number} 次尝试中有 {failed, number} 次失败（{share}）。",
  recentNone: "最近 24 小时内没有尝试。",
  incomplete: "端点的投递多于统计范围，未包含最早的尝试。",
};

/** Texts of how an endpoint stands. */
export const standingTexts = defineTexts({ en, zh });
