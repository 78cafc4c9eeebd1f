import { UsageError } from "../../options/usage.js";

/** The address as given, if it is a usable http or https URL. Throws `UsageError`. */
export function receiverAddress(name: string, text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new UsageError(
      `${name}: \`${text}\` is not an http or https URL such as http://localhost:8080/webhook`,
    );
  const { username, password } = new URL(text);
  if (username !== "" || password !== "")
    throw new UsageError(`${name}: the URL must not contain a user name or password, since reports show it`);
  return text;
}
