/** HL7 table 0357. */
export const HL7_ERROR = {
  segmentSequence: '100',
  requiredFieldMissing: '101',
  dataType: '102',
  valueNotFound: '103',
  unsupportedMessageType: '200',
  unsupportedProcessingId: '202',
  unsupportedVersion: '203',
  applicationError: '207',
} as const
export type Hl7ErrorCode = (typeof HL7_ERROR)[keyof typeof HL7_ERROR]

/** Rejects a message for good. The text goes to the sender, so it contains no part of the message. */
export class MessageRefusal extends Error {
  readonly errorCode: Hl7ErrorCode

  constructor(errorCode: Hl7ErrorCode, text: string) {
    super(text)
    this.name = 'MessageRefusal'
    this.errorCode = errorCode
  }
}
