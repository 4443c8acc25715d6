/** Parses a write-ahead log position like "16/B374D848"; undefined when the text is invalid. */
export const walPosition = (text: string): bigint | undefined => {
  const halves = /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/i.exec(text)
  return halves ? (BigInt(`0x${halves[1]}`) << 32n) + BigInt(`0x${halves[2]}`) : undefined
}

/** After every position that a log can reach. */
export const FARTHEST_POSITION = 'FFFFFFFF/FFFFFFFF'
