import type { Contracts, Example } from "../documents/contracts.js";
import type { Document } from "../documents/document.js";
import { compare } from "./schemas.js";

/** Contracts in an order that doesn't depend on how their files were found or passed. */
export function inOrder(contracts: Contracts): Contracts {
  const name = ({ path, file }: Document): string => contracts.names.get(path) ?? file;
  const sorted = (documents: readonly Document[]): Document[] =>
    [...documents].sort((a, b) => compare(name(a), name(b)));
  return {
    ...contracts,
    openapi: sorted(contracts.openapi),
    asyncapi: sorted(contracts.asyncapi),
    schemas: sorted(contracts.schemas),
    examples: bySubject(contracts.examples),
    counterexamples: bySubject(contracts.counterexamples),
    cases: byFileName(contracts.cases),
    senderCases: byFileName(contracts.senderCases),
  };
}

function byFileName(documents: readonly Document[]): Document[] {
  return [...documents].sort((a, b) => compare(fileName(a), fileName(b)) || compare(a.file, b.file));
}

function bySubject<T extends Example>(examples: readonly T[]): T[] {
  return [...examples].sort(
    (a, b) => compare(a.subject, b.subject) || compare(fileName(a.document), fileName(b.document)),
  );
}

function fileName({ file }: Document): string {
  return file.split("/").at(-1) ?? file;
}
