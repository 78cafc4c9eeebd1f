import type { IncomingHttpHeaders } from "node:http";

/** The languages of the pages. */
export type Language = "en" | "zh";

const english = {
  sandbox: "This is a sandbox: there are no passwords. Choose who you are.",
  production: "This is the sandbox's stand-in for the production issuer. There are no passwords.",
  signIn: "Sign in",
  signInTo: "to continue to",
  person: "Person",
  nobody: "There is nobody who could sign in. Add a person to the sandbox first.",
  more: "Only the first people are shown.",
  cancel: "Cancel",
  consent: "Allow access?",
  asks: "asks for:",
  space: "Space",
  allow: "Allow",
  signOut: "Sign out?",
  signOutText: "Your browser is signed in here.",
  stay: "Stay signed in",
  goodbye: "You are signed out.",
  error: "That didn't work",
  errorText: "Go back to the application and start again.",
  scopes: {
    openid: "who you are, and your space",
    offline_access: "access while you are away",
    profile: "your name",
    email: "your email address",
  },
};

/** All texts of the pages. */
export type Texts = typeof english;

const chinese: Texts = {
  sandbox: "这是沙盒环境：没有密码，请选择您的身份。",
  production: "这是沙盒中的生产环境签发者替身，没有密码。",
  signIn: "登录",
  signInTo: "以继续使用",
  person: "人员",
  nobody: "没有可登录的人员。请先在沙盒中添加人员。",
  more: "仅显示前面的人员。",
  cancel: "取消",
  consent: "是否授权？",
  asks: "请求以下权限：",
  space: "空间",
  allow: "允许",
  signOut: "要退出登录吗？",
  signOutText: "您的浏览器已在此登录。",
  stay: "保持登录",
  goodbye: "您已退出登录。",
  error: "操作未成功",
  errorText: "请返回应用并重新开始。",
  scopes: {
    openid: "您的身份与空间",
    offline_access: "离线访问",
    profile: "您的姓名",
    email: "您的电子邮箱",
  },
};

/** The texts of a language. */
export const textsIn = (language: Language): Texts => (language === "zh" ? chinese : english);

/** The language that a request asks for: by `ui_locales`, else by its headers, else English. */
export function languageOf(
  { headers }: { readonly headers: IncomingHttpHeaders },
  locales?: unknown,
): Language {
  const wanted = `${typeof locales === "string" ? locales.replaceAll(" ", ",") : ""},${headers["accept-language"] ?? ""}`;
  const first = wanted
    .slice(0, 500)
    .split(",")
    .map((each) => each.trim().slice(0, 2).toLowerCase())
    .find((each) => each === "en" || each === "zh");
  return first === "zh" ? "zh" : "en";
}
