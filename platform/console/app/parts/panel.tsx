import { type ReactNode, useId } from "react";

/** A surface with a heading of the second level; `flush` if a table fills it. */
export function Panel({
  title,
  lead,
  actions,
  footer,
  flush = false,
  children,
}: {
  readonly title?: ReactNode;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly footer?: ReactNode;
  readonly flush?: boolean;
  readonly children?: ReactNode;
}) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <header>
          <div>
            <h2 id={id}>{title}</h2>
            {lead !== undefined && <p className="small">{lead}</p>}
          </div>
          {actions !== undefined && <div className="row">{actions}</div>}
        </header>
      )}
      {children !== undefined && children !== false && (
        <div className={flush ? "body flush" : "body"}>{children}</div>
      )}
      {footer !== undefined && <footer>{footer}</footer>}
    </section>
  );
}

/** A name and its value; `false` for one that isn't there. */
type FactItem = readonly [name: ReactNode, value: ReactNode] | false;

/** Names and values. */
export function Facts({ items }: { readonly items: readonly FactItem[] }) {
  return (
    <dl className="facts">
      {items
        .filter((item) => item !== false)
        .map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list of names is fixed
          <Fact key={index} name={name} value={value} />
        ))}
    </dl>
  );
}

function Fact({ name, value }: { readonly name: ReactNode; readonly value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
