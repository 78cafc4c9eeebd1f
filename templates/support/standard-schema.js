/**
 * A validator in the form of Standard Schema, version 1 (https://standardschema.dev).
 * @param {(value: unknown) => readonly { pointer: string, message: string }[]} check
 * @returns {object}
 */
export function standardSchema(check) {
  return {
    "~standard": {
      version: 1,
      vendor: "oipkit",
      validate(value) {
        const found = check(value);
        if (found.length === 0) return { value };
        return { issues: found.map(({ message, pointer }) => ({ message, path: pathOf(pointer, value) })) };
      },
    },
  };
}

/** The keys of a path; numbers in arrays. */
function pathOf(pointer, value) {
  let at = value;
  return pointer
    .split("/")
    .slice(1)
    .map((token) => {
      const name = token.replace(/~1/g, "/").replace(/~0/g, "~");
      const key = Array.isArray(at) ? Number(name) : name;
      at = at?.[key];
      return key;
    });
}
