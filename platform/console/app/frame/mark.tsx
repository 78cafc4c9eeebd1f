/** The Console's sign. */
export function Mark({ size = 26 }: { readonly size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path
        d="M10 12.5 6.5 16l3.5 3.5M22 12.5l3.5 3.5-3.5 3.5M18.2 9.5l-4.4 13"
        fill="none"
        stroke="var(--accent-text)"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
