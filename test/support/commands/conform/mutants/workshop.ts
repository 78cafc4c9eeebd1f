import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Mutant } from "./mutant.js";

const repository = fileURLToPath(new URL("../../../../../", import.meta.url));

/** The program that mutants are made of. */
export interface Original {
  /** Its folder, from the repository's root. */
  readonly folder: string;
  /** The file that is run. */
  readonly program: string;
}

const receiver: Original = { folder: "examples/receivers/node", program: "receiver.mjs" };

/** A temporary folder with a subfolder for each mutant, in which packages are resolved by name. */
export interface Workshop {
  /** Writes a mutant's files and returns the path of its program. Throws if an edit doesn't match. */
  readonly make: (mutant: Mutant) => string;
  readonly remove: () => void;
}

export function openWorkshop(original = receiver): Workshop {
  const folder = mkdtempSync(join(tmpdir(), "oipkit-mutants-"));
  mkdirSync(join(folder, "node_modules"));
  for (const name of ["oipkit", "@oipkit"])
    symlinkSync(join(repository, "node_modules", name), join(folder, "node_modules", name), "dir");
  return {
    make(mutant) {
      const files = mutatedFiles(mutant, original);
      mkdirSync(join(folder, mutant.name));
      for (const [name, text] of files) writeFileSync(join(folder, mutant.name, name), text);
      return join(folder, mutant.name, original.program);
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** The files of the correct program with a mutant's edits. Throws if an edit doesn't match exactly once. */
export function mutatedFiles({ name, edits }: Mutant, { folder } = receiver): ReadonlyMap<string, string> {
  const source = join(repository, folder);
  const files = new Map(readdirSync(source).map((file) => [file, readFileSync(join(source, file), "utf8")]));
  for (const [stem, changes] of Object.entries(edits)) {
    const file = `${stem}.mjs`;
    for (const [from, to] of changes) {
      const parts = (files.get(file) ?? "").split(from);
      if (parts.length !== 2) throw new Error(`${name}: ${file} has ${parts.length - 1} times: ${from}`);
      files.set(file, parts.join(to));
    }
  }
  return files;
}
