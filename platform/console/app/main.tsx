// First, since it declares the order of the layers.
import "./styles/all.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { createRoot } from "react-dom/client";
import { queryClient } from "./client.js";
import { router } from "./router.js";
import { language, languageTag, useLanguage } from "./texts/texts.js";
import { applyTheme } from "./theme.js";

function Console() {
  return (
    <I18nProvider locale={languageTag(useLanguage())}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  );
}

applyTheme();
document.documentElement.lang = languageTag(language());
createRoot(document.getElementById("root") ?? document.body).render(
  <StrictMode>
    <Console />
  </StrictMode>,
);
