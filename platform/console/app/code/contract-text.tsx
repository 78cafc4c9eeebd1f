/** A text of the contract, whose names in backticks are shown as code. */
export function ContractText({ text }: { readonly text: string }) {
  return text.split("`").map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: every second part is code
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
}
