import { useMemo } from "react";
import { useTexts } from "../../texts/texts.js";
import { nameTexts } from "./name-texts.js";

type Statuses = (typeof nameTexts)["en"]["statuses"];
type Moves = (typeof nameTexts)["en"]["moves"];

/** Names in the page's language. */
export interface Names {
  readonly status: (status: string) => string;
  /** Of a move or a timer. */
  readonly move: (move: string) => string;
}

/** Returns what statuses, moves and timers are called; unknown ones are written out. */
export function useNames(): Names {
  const t = useTexts(nameTexts);
  return useMemo(
    () => ({
      status: (status) =>
        Object.hasOwn(nameTexts.en.statuses, status)
          ? t(`statuses.${status as keyof Statuses}`)
          : written(status),
      move: (move) =>
        Object.hasOwn(nameTexts.en.moves, move) ? t(`moves.${move as keyof Moves}`) : written(move),
    }),
    [t],
  );
}

function written(name: string): string {
  const text = name.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
