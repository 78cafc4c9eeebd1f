import { useCommonTexts } from "../texts/common-texts.js";

/** The frame while the session is read, in the places that everything will have. */
export function FrameSkeleton() {
  return (
    <div className="frame">
      <div className="brand only-wide">
        <Skeleton width="9rem" />
      </div>
      <div className="bar">
        <Skeleton width="12rem" />
        <span className="spring" />
        <Skeleton width="1.75rem" height="1.75rem" />
      </div>
      <div className="side">
        <SkeletonLines lines={6} />
      </div>
      <main className="main">
        <PageSkeleton />
      </main>
    </div>
  );
}

/** A page while its data is read. */
export function PageSkeleton() {
  return (
    <div className="page">
      <div className="page-header">
        <div className="stack-small">
          <Skeleton width="14rem" height="1.875rem" />
          <Skeleton width="26rem" />
        </div>
      </div>
      <section className="panel">
        <div className="body">
          <SkeletonLines lines={5} />
        </div>
      </section>
    </div>
  );
}

/** Grey bars of the size of what comes, so that nothing moves when it does. */
function Skeleton({ width = "100%", height = "1em" }: { readonly width?: string; readonly height?: string }) {
  return <span className="skeleton" style={{ width, height }} aria-hidden />;
}

/** As many lines of text, and a word for assistive technology. */
function SkeletonLines({ lines = 3 }: { readonly lines?: number }) {
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
