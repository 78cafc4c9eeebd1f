import { randomBytes } from "node:crypto";
import { protocol } from "../../../../generated/events/protocol.js";
import { signDelivery } from "../../../../runtime/webhook/index.js";

/** A request, and whether a snippet may accept its signature. */
export interface SnippetCase {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isSigned: boolean;
}

export const secret = "a-signing-secret-of-the-tests";
const {
  timestamp: stampHeader = "",
  nonce: nonceHeader = "",
  signature: signatureHeader = "",
} = protocol.headers;

function delivery(ageSeconds = 0, secrets = [secret]) {
  const { headers, body } = signDelivery({
    protocol,
    secrets,
    event: { event_id: "evt_1", event_type: "a.b.v1", text: "日本語" },
    verificationToken: randomBytes(8).toString("hex"),
    now: () => Date.now() - ageSeconds * 1000,
  });
  return { headers, body: Buffer.from(body).toString() };
}

/** Requests that a receiver gets, by what is wrong with them. */
export function snippetCases(): readonly SnippetCase[] {
  const good = delivery();
  const changed = (name: string, header: string, value: string | undefined): SnippetCase => {
    const headers = { ...good.headers };
    if (value === undefined) delete headers[header];
    else headers[header] = value;
    return { name, headers, body: good.body, isSigned: false };
  };
  const signature = good.headers[signatureHeader] ?? "";
  return [
    { name: "signed now", ...good, isSigned: true },
    { name: "signed four minutes ago", ...delivery(240), isSigned: true },
    { name: "signed six minutes ago", ...delivery(360), isSigned: false },
    { name: "signed in six minutes", ...delivery(-360), isSigned: false },
    { name: "signed with another secret", ...delivery(0, ["another-secret"]), isSigned: false },
    { name: "another body", headers: good.headers, body: `${good.body} `, isSigned: false },
    ...[stampHeader, nonceHeader, signatureHeader].flatMap((header) => [
      changed(`no ${header}`, header, undefined),
      changed(`an empty ${header}`, header, ""),
      changed(`${header} beyond ASCII`, header, `${good.headers[header]}é`),
    ]),
    changed("an upper-case signature", signatureHeader, signature.toUpperCase()),
    changed("a signature without its prefix", signatureHeader, signature.replace("sha256=", "")),
    changed("half a signature", signatureHeader, signature.slice(0, 30)),
    changed("a time with a sign", stampHeader, `+${good.headers[stampHeader]}`),
    changed("a time with a fraction", stampHeader, `${good.headers[stampHeader]}.0`),
    changed("a time of other digits", stampHeader, "١٧٧١٤٩٣٤٠٣"),
    changed("a time of five thousand digits", stampHeader, "9".repeat(5000)),
  ];
}
