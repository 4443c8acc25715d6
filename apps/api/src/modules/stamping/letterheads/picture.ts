/** A small picture of a letterhead. */
export interface Picture {
  content: Buffer
  mediaType: 'image/png' | 'image/jpeg'
}
/** A stored one, whose version changes with every new one. */
export type StoredPicture = Picture & { version: number }
