import { Check } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useTexts } from "../../texts/texts.js";
import { texts } from "./texts.js";

/** One step, with its number, or a sign that it is done. */
export function Step({
  number,
  title,
  help,
  isDone = false,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly help?: ReactNode;
  readonly isDone?: boolean;
  readonly children: ReactNode;
}) {
  const t = useTexts(texts);
  const id = useId();
  return (
    <li className={isDone ? "step done" : "step"}>
      <span className="step-sign" aria-hidden>
        {isDone ? <Check size={16} strokeWidth={3} /> : number}
      </span>
      <section className="panel" aria-labelledby={id}>
        <header>
          <div>
            <h2 id={id}>
              {title}
              {isDone && <span className="hidden-visually"> ({t("done")})</span>}
            </h2>
            {help !== undefined && <p className="small">{help}</p>}
          </div>
        </header>
        <div className="body stack">{children}</div>
      </section>
    </li>
  );
}
