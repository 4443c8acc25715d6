export interface Sms {
  /** Equal for all attempts of one message, so that the gateway can detect repetitions; receipts contain it. */
  id: string
  to: string
  text: string
  sender: string
}

export interface SmsGateway {
  hasGateway: boolean
  /** Resolves when the gateway accepts the message, before it is delivered. */
  send(sms: Sms): Promise<void>
}

/** The outcome is unknown: the gateway may have accepted the message. */
export class UnconfirmedSmsError extends Error {
  constructor(cause: unknown) {
    super('The SMS gateway did not confirm the message', { cause })
    this.name = 'UnconfirmedSmsError'
  }
}

export class SmsRefusedError extends Error {
  constructor(answer: string) {
    super(`The SMS gateway refused the message: ${answer}`)
    this.name = 'SmsRefusedError'
  }
}

/** Messages of this channel wait until an operator sets it up. */
export class NotSetUpError extends Error {
  override name = 'NotSetUpError'
}

export const NO_SMS_GATEWAY: SmsGateway = {
  hasGateway: false,
  send: () => Promise.reject(new NotSetUpError('No SMS gateway is set up')),
}
