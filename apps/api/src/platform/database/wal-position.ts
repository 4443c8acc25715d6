/**
 * A place in PostgreSQL's write-ahead log as a number, from its text like "16/B374D848"; undefined when the text is none.
 */
export const walPosition = (text: string): bigint | undefined => {
  const halves = /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/i.exec(text)
  return halves ? (BigInt(`0x${halves[1]}`) << 32n) + BigInt(`0x${halves[2]}`) : undefined
}

/** Behind every place that a log comes to. */
export const FARTHEST_POSITION = 'FFFFFFFF/FFFFFFFF'
