import { defineTexts } from "../texts/texts.js";

/** Texts of the filter by time. */
export const rangeTexts = defineTexts({
  en: {
    time: "Time",
    any: "Any time",
    hour: "Last hour",
    day: "Last 24 hours",
    week: "Last 7 days",
    month: "Last 30 days",
    between: "Between two times",
    from: "From (UTC)",
    until: "Until (UTC)",
  },
  zh: {
    time: "时间",
    any: "任意时间",
    hour: "最近 1 小时",
    day: "最近 24 小时",
    week: "最近 7 天",
    month: "最近 30 天",
    between: "指定时间段",
    from: "从（UTC）",
    until: "到（UTC）",
  },
});
