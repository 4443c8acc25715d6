import path from 'node:path'

/** A path as the file system stores it: names in shared folders are not always valid UTF-8. */
export const joinPath = (folder: Buffer, name: Buffer | string): Buffer =>
  Buffer.concat([folder, Buffer.from(path.sep), typeof name === 'string' ? Buffer.from(name) : name])

/** The longest name that common file systems accept. */
const NAME_BYTES = 255
/** Longer endings are part of the name. */
const ENDING_BYTES = 12

/** A name with a text before its ending, shortened to what a file system accepts. */
export const nameWith = (name: Buffer, beforeEnding: string, afterEnding = ''): Buffer => {
  const dot = name.lastIndexOf('.')
  const end = dot > 0 && name.length - dot <= ENDING_BYTES ? dot : name.length
  const added = Buffer.concat([Buffer.from(beforeEnding), name.subarray(end), Buffer.from(afterEnding)])
  let kept = Math.min(end, NAME_BYTES - added.length)
  // A character of several bytes is kept or removed as a whole: continuation bytes begin with the bits 10.
  if (kept < end) while (kept > 0 && ((name[kept] ?? 0) & 0xc0) === 0x80) kept -= 1
  return Buffer.concat([name.subarray(0, kept), added])
}

export const errorCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code
