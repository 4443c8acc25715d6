import type { Metrics } from '../../../platform/metrics/metrics.ts'
import { reasonOf } from '../../files/upload/upload-metrics.ts'
import type { Intake } from './arrival.ts'

export const measureIntake = (
  intake: Intake,
  source: 'upload' | 'folder' | 'hl7',
  { arrivals }: Pick<Metrics, 'arrivals'>,
): Intake => ({
  async receive(origin, documents, options) {
    try {
      const received = await intake.receive(origin, documents, options)
      for (const one of received)
        arrivals.inc({ source, outcome: 'itemId' in one ? 'received' : 'duplicate' })
      return received
    } catch (error) {
      arrivals.inc({ source, outcome: reasonOf(error) }, documents.length)
      throw error
    }
  },
})
