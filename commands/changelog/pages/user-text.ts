import type { Finding } from "../../diff/finding.js";

/** What a change means for people who use the API, whom it addresses: without a full stop. */
export function userText(finding: Finding): string {
  const { code, message, affects } = finding;
  const texts = affects.includes("anyone") ? forSchemas : affects.length > 0 ? forAffected : forOthers;
  if (code !== "schema-narrowed" && code !== "schema-widened") {
    const undecided = undecidedTexts[code];
    return undecided ?? addressed(message);
  }
  // The message says which of the two versions refuses the witness, then why.
  const reason = message.slice(message.indexOf(": ") + 2);
  return `${texts[code]} (${reason.replace(/^the document\b/, "the value")})`;
}

const undecidedTexts: Readonly<Record<string, string>> = {
  "schema-narrowing-undecided": "it is possible that some of what you could send is refused now",
  "schema-widening-undecided": "it is possible that you receive something that the old contract ruled out",
};

/** Of what consumers send, less is accepted; of what they receive, more is possible. */
const forAffected = {
  "schema-narrowed": "some of what you could send is refused now",
  "schema-widened": "you may now receive what the old contract ruled out",
};

const forOthers = {
  "schema-narrowed": "you no longer receive what the new contract rules out",
  "schema-widened": "you may now send what the old contract ruled out",
};

const forSchemas = {
  "schema-narrowed": "some documents that were valid are refused now",
  "schema-widened": "some documents are valid now that the old schema ruled out",
};

/** Messages speak of consumers and their programs; here, the consumer reads them. */
function addressed(message: string): string {
  return message
    .replace(/\b[Pp]rograms of (?:the )?consumers?\b/g, "your programs")
    .replace(/\bthe consumer's\b/g, "your")
    .replace(/\bconsumers\b(?! of)/g, "you");
}
