import type { IdentitySettings } from "../identity/settings.js";
import { shifted } from "../platform/duration.js";
import { parseDataFile } from "./data-file.js";
import { type DataNode, fieldsOf, flagOf, rootOf, textOf, wrongAt } from "./data-node.js";
import { readDataText } from "./data-text.js";
import { durationOf } from "./lifecycle-values.js";

/** Reads a file such as `contracts/sandbox/identity.yaml`. Throws `SandboxDataError` if it is wrong. */
export function readIdentity(file: string): IdentitySettings {
  return parseIdentity({ file, text: readDataText(file) });
}

/** Reads identity settings from YAML; `file` is its name in errors. Throws `SandboxDataError` if it is wrong. */
export function parseIdentity(source: { readonly file: string; readonly text: string }): IdentitySettings {
  const root = fieldsOf(rootOf(parseDataFile(source)));
  root.optional("x-sandbox", flagOf);
  const lifetimes = fieldsOf(root.required("lifetimes"));
  const limits = fieldsOf(root.required("limits"));
  const ofConsole = root.optional("console", (node) => fieldsOf(node));
  const clientId = ofConsole === undefined ? usualClientId : textOf(ofConsole.required("client_id"));
  const settings: IdentitySettings = {
    lifetimes: {
      applicationToken: secondsOf(lifetimes.required("application_token")),
      userToken: secondsOf(lifetimes.required("user_token")),
      idToken: secondsOf(lifetimes.required("id_token")),
      authorizationCode: secondsOf(lifetimes.required("authorization_code")),
      refreshToken: secondsOf(lifetimes.required("refresh_token")),
      grant: secondsOf(lifetimes.required("grant")),
      session: secondsOf(lifetimes.required("session")),
      signInPage: secondsOf(lifetimes.required("sign_in_page")),
      replacedKey: secondsOf(lifetimes.required("replaced_key")),
    },
    console: { clientId },
    limits: {
      rows: countOf(limits.required("rows")),
      verifiedTokens: countOf(limits.required("verified_tokens")),
    },
  };
  for (const fields of [root, lifetimes, limits, ofConsole]) fields?.close();
  return settings;
}

/** Of a file from before the Console. */
const usualClientId = "developer-console";

/** A hundred years: cookies and tokens hold no dates far beyond. */
const longestSeconds = 100 * 365 * 86_400;
const mostKept = 1_000_000;

/** A month has the days of January. */
function secondsOf(node: DataNode): number {
  const seconds = shifted(0, durationOf(node)) / 1000;
  if (Number.isSafeInteger(seconds) && seconds >= 1 && seconds <= longestSeconds) return seconds;
  throw wrongAt(node, `\`${node.path.join(".")}\` must be between a second and a hundred years.`);
}

function countOf(node: DataNode): number {
  const { value, path } = node;
  if (Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= mostKept) return Number(value);
  throw wrongAt(node, `\`${path.join(".")}\` must be a whole number from 1 to ${mostKept}.`);
}
