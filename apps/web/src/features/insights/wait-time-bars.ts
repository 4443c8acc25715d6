import { WAIT_BANDS } from '@zelab/contract/limits'
import * as texts from './texts.ts'

const LAST = WAIT_BANDS.length - 1
const lastLimit = WAIT_BANDS[LAST - 1] ?? ''

/** A bar for each band of waiting. */
export const toWaitTimeBars = (waits: readonly number[]) =>
  waits.map((reports, band) => ({
    title: band === LAST ? texts.longer(lastLimit) : texts.within(WAIT_BANDS[band] ?? ''),
    reports,
    patients: 0,
  }))

/** Within which band half of the opened reports were opened, in words. */
export const halfOpenedText = (waits: readonly number[]): string => {
  const opened = waits.reduce((sum, count) => sum + count, 0)
  if (opened === 0) return texts.noneOpened
  let reached = 0
  const band = waits.findIndex((count) => (reached += count) * 2 >= opened)
  return band === LAST ? texts.halfLonger(lastLimit) : texts.halfWithin(WAIT_BANDS[band] ?? '')
}
