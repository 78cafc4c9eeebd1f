import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { applicationPlaces, useCurrentApplication } from "../frame/places.js";
import { useOptionalScope } from "../scope.js";
import { useSession } from "../session/use-session.js";
import { closePalette, usePalette, useShortcuts } from "./palette-store.js";

// Loaded when it is first opened.
const PaletteDialog = lazy(() => import("./palette-dialog.js"));
const ShortcutsDialog = lazy(() => import("./shortcuts-dialog.js"));

/** The command palette and the shortcuts, for everything that can be done by keyboard. */
export function CommandPalette() {
  const open = usePalette();
  const scope = useOptionalScope();
  const { features } = useSession();
  const { current } = useCurrentApplication();
  const navigate = useNavigate();
  useShortcuts((key) => {
    if (scope === null) return false;
    const { params } = scope;
    if (key === "a") void navigate({ to: "/$organization/$environment/applications", params });
    else if (key === "new") void navigate({ to: "/$organization/$environment/applications/new", params });
    else if (key === "u" && features.sandbox && scope.environment === "sandbox")
      void navigate({ to: "/$organization/$environment/customers", params });
    else {
      const place = applicationPlaces.find((each) => each.key === key);
      if (place === undefined || current === undefined) return false;
      void navigate({ to: place.to, params: { ...params, application: current.application_id } });
    }
    return true;
  });
  return (
    <Suspense fallback={null}>
      {open === "palette" && <PaletteDialog onClose={closePalette} />}
      {open === "shortcuts" && <ShortcutsDialog onClose={closePalette} />}
    </Suspense>
  );
}
