import path from 'node:path'

/** A path in bytes, because names in shared folders are not always valid UTF-8. */
export const joinPath = (folder: Buffer, name: Buffer | string): Buffer =>
  Buffer.concat([folder, Buffer.from(path.sep), typeof name === 'string' ? Buffer.from(name) : name])

const NAME_BYTES = 255
const ENDING_BYTES = 12

/** Inserts a text before the extension and shortens the name to `NAME_BYTES`. */
export const nameWith = (name: Buffer, beforeEnding: string, afterEnding = ''): Buffer => {
  const dot = name.lastIndexOf('.')
  const end = dot > 0 && name.length - dot <= ENDING_BYTES ? dot : name.length
  const added = Buffer.concat([Buffer.from(beforeEnding), name.subarray(end), Buffer.from(afterEnding)])
  let kept = Math.min(end, NAME_BYTES - added.length)
  // Keeps UTF-8 characters whole. Continuation bytes begin with the bits 10.
  if (kept < end) while (kept > 0 && ((name[kept] ?? 0) & 0xc0) === 0x80) kept -= 1
  return Buffer.concat([name.subarray(0, kept), added])
}

export const errorCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code
