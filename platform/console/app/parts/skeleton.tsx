import { useCommonTexts } from "../texts/common.js";

/** Grey bars of the size of what comes, so that nothing moves when it does. */
export function Skeleton({
  width = "100%",
  height = "1em",
}: {
  readonly width?: string;
  readonly height?: string;
}) {
  return <span className="skeleton" style={{ width, height }} aria-hidden />;
}

/** As many lines of text, and a word for assistive technology. */
export function SkeletonLines({ lines = 3 }: { readonly lines?: number }) {
  const t = useCommonTexts();
  return (
    <div className="stack-small" role="status" aria-label={t("table.loading")}>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={index} width={index === lines - 1 ? "60%" : "100%"} />
      ))}
    </div>
  );
}
