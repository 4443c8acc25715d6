import { SmsRefusedError, UnconfirmedSmsError, type SmsGateway } from '../sms-gateway.ts'
import type { Metrics } from './metrics.ts'

const outcomeOf = (error: unknown) => {
  if (error instanceof SmsRefusedError) return 'refused'
  return error instanceof UnconfirmedSmsError ? 'unconfirmed' : 'failed'
}

/** Counts the messages of an SMS gateway. */
export const measureSmsGateway = (gateway: SmsGateway, { sms }: Metrics): SmsGateway => ({
  hasGateway: gateway.hasGateway,
  async send(message) {
    try {
      await gateway.send(message)
    } catch (error) {
      sms.inc({ outcome: outcomeOf(error) })
      throw error
    }
    sms.inc({ outcome: 'accepted' })
  },
})
