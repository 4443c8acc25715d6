export interface Sms {
  /** The same for every attempt of one message, so that a gateway can recognize a repetition; receipts name it. */
  id: string
  /** Plus and digits. */
  to: string
  text: string
  /** The name that the message comes from. */
  sender: string
}

export interface SmsGateway {
  hasGateway: boolean
  /** Resolves when the gateway accepted the message, which does not mean that it arrived. */
  send(sms: Sms): Promise<void>
}

/** The outcome is unknown: the gateway may have accepted the message. */
export class UnconfirmedSmsError extends Error {
  constructor(cause: unknown) {
    super('The SMS gateway did not confirm the message', { cause })
    this.name = 'UnconfirmedSmsError'
  }
}

/** The gateway refused the message for good, for example because of the number. */
export class SmsRefusedError extends Error {
  constructor(answer: string) {
    super(`The SMS gateway refused the message: ${answer}`)
    this.name = 'SmsRefusedError'
  }
}

/** For installations without a gateway. */
export const NO_SMS_GATEWAY: SmsGateway = {
  hasGateway: false,
  send: () => Promise.reject(new Error('No SMS gateway is set up')),
}
