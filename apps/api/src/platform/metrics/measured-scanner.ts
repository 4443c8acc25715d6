import type { VirusScanner } from '../virus-scanner/virus-scanner.ts'
import type { Metrics } from './metrics.ts'
import { startStopwatch } from './stopwatch.ts'

/** Counts and times the verdicts of a virus scanner. */
export const measureScanner = (scanner: VirusScanner, { virusScans }: Metrics): VirusScanner => ({
  async scan(content) {
    const seconds = startStopwatch()
    try {
      const verdict = await scanner.scan(content)
      virusScans.observe({ outcome: verdict }, seconds())
      return verdict
    } catch (error) {
      virusScans.observe({ outcome: 'unavailable' }, seconds())
      throw error
    }
  },
})
