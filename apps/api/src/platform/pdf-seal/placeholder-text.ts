/** Bytes that are reserved for the signature: certificates of a chain and a timestamp token included. */
export const SIGNATURE_BYTES = 24 * 1024

/** Stands for a position that is known once the file is complete; as wide as any position can be. */
export const UNKNOWN_POSITION = 9_999_999_999

const POSITIONS = `[ 0 ${UNKNOWN_POSITION} ${UNKNOWN_POSITION} ${UNKNOWN_POSITION} ]`
const RANGE_KEY = '/ByteRange '

/** Where the byte range is written, within the placeholder. */
export const RANGE = { offset: RANGE_KEY.length, length: POSITIONS.length }

/** The part of a file that `addSealPlaceholder` leaves for `sealPdf`: up to the signature's first digit. */
export const PLACEHOLDER_START = `${RANGE_KEY}${POSITIONS}\n/Contents <`

/** The digits of an empty signature and the bracket after them. */
export const PLACEHOLDER_REST = `${'0'.repeat(SIGNATURE_BYTES * 2)}>`
