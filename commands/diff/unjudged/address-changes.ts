import type { ContractChange } from "../comparison.js";
import { changeText } from "../shared-rules.js";
import type { Unjudged } from "./differing-fields.js";

type AddressJudgement = Pick<ContractChange, "code" | "effects" | "message" | "remedy">;

/** Where programs get a new token, and which address they call that choose none; `undefined` for other fields. */
export function addressJudgement({ name, old, new: current }: Unjudged): AddressJudgement | undefined {
  const text = changeText(`\`${name}\``, { old: old.value, new: current.value });
  const section = current.tokens.at(-3);
  if (name === "default" && section === "variables")
    return {
      code: "server-default-changed",
      effects: { consumer: "risky" },
      message: `${text}: programs that don't choose a value call another address`,
      remedy: "Keep the default",
    };
  if (name === "refreshUrl" && section === "flows") {
    const isNew = old.value === undefined;
    return {
      code: "security-changed",
      effects: { consumer: isNew ? "risky" : "breaking" },
      message: `${text}: programs ask for new tokens ${isNew ? "at `tokenUrl`" : "at the old address"}`,
      remedy: "Keep answering there",
    };
  }
  if (name === "deviceAuthorizationUrl" && section === "flows")
    return {
      code: "security-changed",
      effects: { consumer: "breaking" },
      message: `${text}: programs log in at the old address`,
      remedy: "Keep answering there",
    };
  if (name === "oauth2MetadataUrl" && current.tokens.at(-3) === "securitySchemes")
    return {
      code: "security-changed",
      effects: old.value === undefined ? {} : { consumer: "risky" },
      message: `${text}: programs that find the other addresses by it look there`,
    };
  return undefined;
}
