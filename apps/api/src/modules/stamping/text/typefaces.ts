import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'
import type { Font } from 'fontkit'
import { unpackWoff } from './woff.ts'

export type Weight = 'regular' | 'semibold'

/** Covers one part of Unicode. */
export interface Typeface {
  key: string
  font: Font
  isArabic: boolean
}

/** IBM Plex Sans (OFL). The first file with the character wins. */
const FILES = [
  { family: 'ibm-plex-sans', subset: 'latin' },
  { family: 'ibm-plex-sans', subset: 'latin-ext' },
  { family: 'ibm-plex-sans-arabic', subset: 'arabic' },
  { family: 'ibm-plex-sans', subset: 'cyrillic' },
  { family: 'ibm-plex-sans', subset: 'greek' },
]
const WEIGHTS: Record<Weight, number> = { regular: 400, semibold: 600 }

const require = createRequire(import.meta.url)

const load = (family: string, subset: string, weight: Weight): Typeface => {
  const file = `@fontsource/${family}/files/${family}-${subset}-${WEIGHTS[weight]}-normal.woff`
  // The files contain one font each, not a collection.
  const font = fontkit.create(unpackWoff(readFileSync(require.resolve(file)))) as Font
  return { key: `${subset}-${weight}`, font, isArabic: subset === 'arabic' }
}

const loaded = new Map<string, Typeface>()
const typefaceOf = ({ family, subset }: (typeof FILES)[number], weight: Weight): Typeface => {
  const key = `${subset}-${weight}`
  let typeface = loaded.get(key)
  if (!typeface) loaded.set(key, (typeface = load(family, subset, weight)))
  return typeface
}

/** Right-to-left text prefers the Arabic font. */
export const findTypeface = (codePoint: number, weight: Weight, isRightToLeft: boolean) => {
  const files = isRightToLeft ? FILES.toSorted((file) => (file.subset === 'arabic' ? -1 : 0)) : FILES
  for (const file of files) {
    const typeface = typefaceOf(file, weight)
    if (typeface.font.hasGlyphForCodePoint(codePoint)) return typeface
  }
  return undefined
}
