/** Stored reason codes with their labels (ISO 15189, 7.4.1.8). */

export const AMENDMENT_REASONS = {
  'wrong-result': 'Wrong or missing result',
  'late-result': 'Further results',
  interpretation: 'Changed interpretation',
  'wrong-file': 'Wrong or unreadable file',
  'wrong-type': 'Wrong report type',
  clerical: 'Typing mistake',
  other: 'Other reason',
} as const
export type AmendmentReason = keyof typeof AMENDMENT_REASONS
export const AMENDMENT_REASON_CODES = Object.keys(AMENDMENT_REASONS) as [
  AmendmentReason,
  ...AmendmentReason[],
]

export const WITHDRAWAL_REASONS = {
  'wrong-patient': 'Wrong patient',
  'wrong-file': 'Wrong file',
  'specimen-problem': 'Specimen mislabeled or unsuitable',
  'invalid-test': 'Test not valid',
  'published-twice': 'Published twice',
  other: 'Other reason',
} as const
export type WithdrawalReason = keyof typeof WITHDRAWAL_REASONS
export const WITHDRAWAL_REASON_CODES = Object.keys(WITHDRAWAL_REASONS) as [
  WithdrawalReason,
  ...WithdrawalReason[],
]

export const REJECTION_REASONS = {
  'not-a-report': 'Not a report',
  'not-our-patient': 'Not a patient of this lab',
  'received-twice': 'Received twice',
  unreadable: 'Unreadable file',
  'several-patients': 'Several patients in one file',
  'sender-error': 'Mistake of the sender',
  other: 'Other reason',
} as const
export type RejectionReason = keyof typeof REJECTION_REASONS
export const REJECTION_REASON_CODES = Object.keys(REJECTION_REASONS) as [
  RejectionReason,
  ...RejectionReason[],
]

/** Unknown codes are shown as stored. */
export const reasonText = (reason: string): string => {
  const words: Record<string, string> = {
    ...AMENDMENT_REASONS,
    ...WITHDRAWAL_REASONS,
    ...REJECTION_REASONS,
  }
  return (Object.hasOwn(words, reason) && words[reason]) || reason
}

export const DUPLICATE_REASONS = ['nameAndBirth', 'emrId', 'nationalId', 'email'] as const
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number]

/** Families share an email, so the same email alone is shown and stops no registration. */
export const stopsRegistration = ({ reasons }: { reasons: readonly DuplicateReason[] }): boolean =>
  reasons.some((reason) => reason !== 'email')
