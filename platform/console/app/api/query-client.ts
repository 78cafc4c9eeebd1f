import { QueryClient } from "@tanstack/react-query";
import { ConsoleFailure } from "./failure.js";

/** Answers that were read, by query key. Never contains a secret: those aren't read by queries. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 5 * 60_000,
      retry: (count, failure) => count < 2 && failure instanceof ConsoleFailure && failure.retryable,
      retryDelay: (attempt) => Math.min(400 * 2 ** attempt, 4000),
      refetchOnWindowFocus: true,
    },
  },
});
