import type { IdentitySettings } from "../identity/provider/issuer-context.js";
import { shifted } from "../platform/duration.js";
import { parseDataFile } from "./data-file.js";
import { type DataNode, readFields, readFlag, readText, rootNode, wrongAt } from "./data-node.js";
import { readDuration } from "./lifecycle-values.js";
import { readDataText } from "./read-data.js";

/** Reads a file such as `contracts/sandbox/identity.yaml`. Throws `SandboxDataError` if it is wrong. */
export function readIdentity(file: string): IdentitySettings {
  return parseIdentity({ file, text: readDataText(file) });
}

/** Reads identity settings from YAML; `file` is its name in errors. Throws `SandboxDataError` if it is wrong. */
export function parseIdentity(source: { readonly file: string; readonly text: string }): IdentitySettings {
  const root = readFields(rootNode(parseDataFile(source)));
  root.optional("x-sandbox", readFlag);
  const lifetimes = readFields(root.required("lifetimes"));
  const limits = readFields(root.required("limits"));
  const ofConsole = root.optional("console", (node) => readFields(node));
  const clientId = ofConsole === undefined ? usualClientId : readText(ofConsole.required("client_id"));
  const settings: IdentitySettings = {
    lifetimes: {
      applicationToken: readSeconds(lifetimes.required("application_token")),
      userToken: readSeconds(lifetimes.required("user_token")),
      idToken: readSeconds(lifetimes.required("id_token")),
      authorizationCode: readSeconds(lifetimes.required("authorization_code")),
      refreshToken: readSeconds(lifetimes.required("refresh_token")),
      grant: readSeconds(lifetimes.required("grant")),
      session: readSeconds(lifetimes.required("session")),
      signInPage: readSeconds(lifetimes.required("sign_in_page")),
      replacedKey: readSeconds(lifetimes.required("replaced_key")),
    },
    console: { clientId },
    limits: {
      rows: readCount(limits.required("rows")),
      verifiedTokens: readCount(limits.required("verified_tokens")),
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
function readSeconds(node: DataNode): number {
  const seconds = shifted(0, readDuration(node)) / 1000;
  if (Number.isSafeInteger(seconds) && seconds >= 1 && seconds <= longestSeconds) return seconds;
  throw wrongAt(node, `\`${node.path.join(".")}\` must be between a second and a hundred years.`);
}

function readCount(node: DataNode): number {
  const { value, path } = node;
  if (Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= mostKept) return Number(value);
  throw wrongAt(node, `\`${path.join(".")}\` must be a whole number from 1 to ${mostKept}.`);
}
