/** Titles, separated by commas, with methods and paths in backticks. */
export function operationCode(title: string): string {
  return title
    .split(", ")
    .map((each) => {
      const [method = "", path = "", ...others] = each.split(" ");
      if (!/^[A-Z]+$/.test(method) || !path.startsWith("/")) return each;
      return [`\`${method} ${path}\``, ...others].join(" ");
    })
    .join(", ");
}
