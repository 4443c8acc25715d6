import { useState } from 'react'
import { useBrand } from '../../lib/brand.ts'
import classes from './brand-mark.module.css'

interface BrandMarkProps {
  size?: number
  isSquare?: boolean
}

/** The installation's logo or the product's. Decorative, because the name is next to it. */
export function BrandMark({ size = 28, isSquare = false }: BrandMarkProps) {
  const logo = useBrand((brand) => brand.logoAddress)
  const [broken, setBroken] = useState<string>()
  if (!logo || logo === broken) return <OwnSign size={size} />
  return (
    <img
      className={classes.logo}
      src={logo}
      alt=""
      style={{ blockSize: size, minInlineSize: size, maxInlineSize: isSquare ? size : size * 3 }}
      onError={() => setBroken(logo)}
    />
  )
}

/** A Z whose last stroke ends in a drop. */
function OwnSign({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#0b5d52" />
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
