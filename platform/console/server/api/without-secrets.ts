/** Members that hold a secret, in any answer of the contract. */
const secretMembers: ReadonlySet<string> = new Set(["client_secret", "secret"]);

/** A copy of an answer whose secrets are `null`, and whether it had one. */
export function withoutSecrets(answer: object): { readonly shown: object; readonly isChanged: boolean } {
  let isChanged = false;
  const shown = JSON.parse(JSON.stringify(answer), (name, value: unknown) => {
    if (!secretMembers.has(name) || typeof value !== "string") return value;
    isChanged = true;
    return null;
  }) as object;
  return { shown, isChanged };
}
