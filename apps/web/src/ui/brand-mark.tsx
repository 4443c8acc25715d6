interface BrandMarkProps {
  size?: number
}

/** The sign alone: a Z whose last stroke ends in a drop. Decorative, the name stands beside it. */
export function BrandMark({ size = 28 }: BrandMarkProps) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#146f68" />
      <path
        d="M9.5 10h13L9.5 22h9"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="23" cy="22" r="2" fill="#7fe0c8" />
    </svg>
  )
}
