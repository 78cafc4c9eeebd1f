import { UsageError } from "../usage.js";

/** An address as it was given, if a request can go there. Throws `UsageError`. */
export function receiverAddress(name: string, text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new UsageError(
      `${name}: \`${text}\` is no http or https URL, such as http://localhost:8080/webhook`,
    );
  const { username, password } = new URL(text);
  if (username !== "" || password !== "")
    throw new UsageError(`${name}: a URL with a user name or password would end up in reports`);
  return text;
}
