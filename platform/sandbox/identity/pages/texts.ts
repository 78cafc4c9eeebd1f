import type { IncomingHttpHeaders } from "node:http";

/** The languages of the pages. */
export type PageLanguage = "en" | "zh";

const english = {
  sandbox: "This is a sandbox: there are no passwords. Choose who you are.",
  production: "This is the sandbox's stand-in for the production issuer. There are no passwords.",
  signIn: "Sign in",
  signInTo: "to continue to",
  person: "Person",
  nobody: "Nobody can sign in yet. Add a person to the sandbox first.",
  more: "Only the first people are shown.",
  cancel: "Cancel",
  consent: "Allow access?",
  asks: "asks for:",
  space: "Space",
  allow: "Allow",
  signOut: "Sign out?",
  signOutText: "You are signed in here in this browser.",
  stay: "Stay signed in",
  goodbye: "You are signed out.",
  error: "Something went wrong",
  errorText: "Go back to the application and start again.",
  scopes: {
    openid: "who you are, and your space",
    offline_access: "access while you are away",
    profile: "your name",
    email: "your email address",
  },
};

/** All texts of the pages. */
export type PageTexts = typeof english;

const chinese: PageTexts = {
  sandbox: "这是沙箱环境：没有密码，请选择你的身份。",
  production: "这是沙箱中代替生产环境的签发方，没有密码。",
  signIn: "登录",
  signInTo: "以继续使用",
  person: "人员",
  nobody: "没有可登录的人员。请先在沙箱中添加人员。",
  more: "仅显示前几位人员。",
  cancel: "取消",
  consent: "是否授权？",
  asks: "请求以下权限：",
  space: "空间",
  allow: "允许",
  signOut: "要退出登录吗？",
  signOutText: "你已在此浏览器中登录。",
  stay: "保持登录",
  goodbye: "你已退出登录。",
  error: "出错了",
  errorText: "请返回应用并重新开始。",
  scopes: {
    openid: "你的身份与空间",
    offline_access: "离线访问",
    profile: "你的姓名",
    email: "你的电子邮箱",
  },
};

/** The texts of a language. */
export const textsIn = (language: PageLanguage): PageTexts => {
  if (language === "zh") return chinese;
  return english;
};

/** The language that a request asks for: by `ui_locales`, else by its headers, else English. */
export function askedLanguage(
  { headers }: { readonly headers: IncomingHttpHeaders },
  locales?: unknown,
): PageLanguage {
  const wanted = `${typeof locales === "string" ? locales.replaceAll(" ", ",") : ""},${headers["accept-language"] ?? ""}`;
  const first = wanted
    .slice(0, 500)
    .split(",")
    .map((each) => each.trim().slice(0, 2).toLowerCase())
    .find((each) => each === "en" || each === "zh");
  if (first === "zh") return "zh";
  return "en";
}
