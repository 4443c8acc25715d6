import { Checkbox } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useUsesCritical } from '../../lib/app-data-store.ts'
import { useCan } from '../../lib/session-store.ts'
import * as texts from './texts.ts'

/** Flags a report as critical while publishing; only in labs that use it. */
export function CriticalField(field: ComponentProps<typeof Checkbox>) {
  const may = useCan()
  const isUsed = useUsesCritical()
  if (!isUsed || !may('critical:edit')) return null
  return <Checkbox label={texts.critical} description={texts.criticalHint} {...field} />
}
