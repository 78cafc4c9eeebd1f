import { pascalCase, shortDigest } from "../../../../reader/model/names.js";
import { isReserved } from "../../../../reader/text/code/identifier.js";

/** Names that the file of an API's types has for something else. */
const ownNames: readonly string[] = ["Omit", "Only", "NoParameters", "NoOperations"];

/**
 * The names of the types of components, by the names of the components: `SimpleUser` for `simple-user`. Of several that would have
 * the same one, the one whose name it is has it; the others get the start of a digest of their own names. So a name never
 * depends on the order of components, and a new one renames no others but those that it collides with.
 */
export function componentTypeNames(components: readonly string[]): Map<string, string> {
  const wanted = new Map<string, string[]>();
  for (const component of components) {
    const name = typeName(component);
    wanted.set(name, [...(wanted.get(name) ?? []), component]);
  }
  const names = new Map<string, string>();
  for (const [name, rivals] of wanted)
    for (const component of rivals) {
      const isOwn = rivals.length === 1 || component === name;
      names.set(component, isOwn ? name : `${name}_${shortDigest(component)}`);
    }
  return names;
}

function typeName(component: string): string {
  const name = pascalCase(component);
  if (isReserved(name) || ownNames.includes(name)) return `${name}Schema`;
  return name;
}
