/**
 * Ajv's lines in which each round of a loop starts without knowing what was evaluated in the round before: Ajv
 * declares what it notes with `var`, inside of conditions, and so finds the last round's notes.
 */
export function freshEvaluation(lines: readonly string[]): string[] {
  const output: string[] = [];
  const open: { readonly line: number; readonly isLoop: boolean; readonly names: Set<string> }[] = [];
  for (const line of lines) {
    if (/^\}/.test(line)) {
      const block = open.pop();
      if (block?.isLoop && block.names.size > 0)
        output[block.line] += ` ${[...block.names].join(" = ")} = undefined;`;
      for (const name of block?.names ?? []) open.at(-1)?.names.add(name);
    }
    const name = /^var ((?:props|items)\d+) = /.exec(line)?.[1];
    if (name !== undefined) open.at(-1)?.names.add(name);
    output.push(line);
    if (/\{$/.test(line))
      open.push({ line: output.length - 1, isLoop: /^for ?\(/.test(line), names: new Set() });
  }
  return output;
}

/**
 * Ajv's lines with every variable for what is evaluated declared in its function: Ajv's optimizer takes a
 * declaration away together with a branch that is never taken, and leaves what follows to look for it.
 */
export function declaredEvaluation(lines: readonly string[]): string[] {
  const output = [...lines];
  let start = -1;
  let used = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const isFunction = /^(?:const \w+ = )?function validate\d+\(.*\{$/.test(line);
    if (isFunction) [start, used] = [index, new Set()];
    for (const [name] of line.matchAll(/"(?:[^"\\]|\\.)*"|\b(?:props|items)\d+\b/g)) {
      if (start === -1 || name.startsWith('"') || used.has(name)) continue;
      used.add(name);
      output[start] += ` var ${name};`;
    }
  }
  return output;
}
