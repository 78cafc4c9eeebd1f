import { Skeleton, SkeletonLines } from "../parts/skeleton.js";

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
