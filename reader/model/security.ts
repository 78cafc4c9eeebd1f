import type { Contracts } from "../documents/contracts.js";
import type { Document } from "../documents/document.js";
import { below, dereference, entriesOf, type Place, placeAt } from "../documents/place.js";
import type { HttpOperation, HttpSecurityScheme } from "./model.js";
import { textOf } from "./text.js";

type Security = HttpOperation["security"];

/** The alternatives in the `security` of a document or an operation. */
export function securityAt(holder: unknown): Security {
  const { security } = (holder ?? {}) as { security?: unknown };
  const alternatives = Array.isArray(security) ? (security as Record<string, unknown>[]) : [];
  return alternatives.map((alternative) =>
    Object.entries(alternative ?? {}).map(([scheme, list]) => ({
      scheme,
      scopes: Array.isArray(list) ? list.map(String) : [],
    })),
  );
}

/** Whether an operation declares its security itself. */
export function hasOwnSecurity({ value }: Place): boolean {
  return Array.isArray((value as { security?: unknown }).security);
}

/** The operation's own alternatives, or those of the API's document; an operation of another file has that one's if it declares some. */
export function operationSecurity(document: Document, place: Place): Security {
  if (hasOwnSecurity(place)) return securityAt(place.value);
  const own = securityAt(place.document.value);
  return own.length > 0 ? own : securityAt(document.value);
}

/** The scopes of all alternatives. */
export function scopesOf(
  contracts: Contracts,
  { document, place }: { readonly document: Document; readonly place: Place },
): string[] {
  const scopes = operationSecurity(document, place)
    .flat()
    .flatMap(({ scheme, scopes: named }) => {
      const found = [place.document, document].map((each) => schemeAt(contracts, each, scheme));
      const type = found.find((each) => each !== undefined)?.type;
      return type === "oauth2" || type === "openIdConnect" ? named : [];
    });
  return [...new Set(scopes)];
}

function schemeAt(
  contracts: Contracts,
  document: Document,
  name: string,
): Record<string, unknown> | undefined {
  const schemes = placeAt(document, ["components", "securitySchemes"]);
  return dereference(contracts, below(schemes, name)).value as Record<string, unknown> | undefined;
}

/** The security schemes of a document. */
export function securitySchemes(contracts: Contracts, document: Document): HttpSecurityScheme[] {
  return entriesOf(placeAt(document, ["components", "securitySchemes"])).map(([name, reference]) => {
    const value = (dereference(contracts, reference).value ?? {}) as Record<string, unknown>;
    const flows = (value.flows ?? {}) as Record<string, { tokenUrl?: unknown } | null>;
    const urls = [flows.clientCredentials, ...Object.values(flows)].flatMap(
      (flow) => textOf(flow?.tokenUrl) ?? [],
    );
    return {
      name,
      type: textOf(value.type) ?? "",
      in: textOf(value.in),
      key: textOf(value.name),
      scheme: textOf(value.scheme),
      tokenUrl: urls[0],
    };
  });
}
