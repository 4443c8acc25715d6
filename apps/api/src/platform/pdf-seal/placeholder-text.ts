/** Reserved for the signature, including the certificate chain and a timestamp token. */
export const SIGNATURE_BYTES = 24 * 1024

/** Placeholder for positions that are known once the file is complete; as wide as any position. */
export const UNKNOWN_POSITION = 9_999_999_999

const POSITIONS = `[ 0 ${UNKNOWN_POSITION} ${UNKNOWN_POSITION} ${UNKNOWN_POSITION} ]`
const RANGE_KEY = '/ByteRange '

export const RANGE = { offset: RANGE_KEY.length, length: POSITIONS.length }

/** The placeholder that `addSealPlaceholder` leaves, up to the signature's first digit. */
export const PLACEHOLDER_START = `${RANGE_KEY}${POSITIONS}\n/Contents <`

export const PLACEHOLDER_REST = `${'0'.repeat(SIGNATURE_BYTES * 2)}>`
