import { SimpleGrid, Text } from '@mantine/core'
import { STAMP_CORNERS, type StampCorner } from '@zelab/contract/limits'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useId } from 'react'
import classes from './letterhead.module.css'
import * as texts from './texts.tsx'

/** The corner of the stamp: four radio buttons, drawn as small pages. */
export function CornerField({ field }: { field: UseFormRegisterReturn }) {
  const hintId = useId()
  return (
    <fieldset aria-describedby={hintId}>
      <legend>{texts.corner}</legend>
      {/* The corners of a page do not depend on the text direction. */}
      <SimpleGrid cols={2} spacing="xs" mt={4} dir="ltr">
        {STAMP_CORNERS.map((corner) => (
          <label key={corner} className={classes.corner}>
            <input {...field} type="radio" value={corner} className={classes.radio} />
            <PageSign corner={corner} />
            <span>{texts.CORNERS[corner]}</span>
          </label>
        ))}
      </SimpleGrid>
      <Text id={hintId} size="xs" c="dimmed" mt={4}>
        {texts.cornerHint}
      </Text>
    </fieldset>
  )
}

function PageSign({ corner }: { corner: StampCorner }) {
  return (
    <svg viewBox="0 0 28 38" width="28" height="38" aria-hidden="true">
      <rect className={classes.sheet} x="0.5" y="0.5" width="27" height="37" rx="2" />
      <path className={classes.lines} d="M6 15h16M6 19h16M6 23h10" />
      <rect
        className={classes.stamp}
        x={corner.endsWith('left') ? 3.5 : 14.5}
        y={corner.startsWith('top') ? 3.5 : 27.5}
        width="10"
        height="7"
        rx="1"
      />
    </svg>
  )
}
