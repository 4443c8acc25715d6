import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { REPOSITORY } from './repository.mjs'

const NOT_SOURCES = new Set(['dist', 'node_modules', 'coverage', '.tanstack'])
// The build generates these files from inputs that are hashed here.
const NOT_BUILT_IN = /\.test\.tsx?$|\.gen\.ts$/

const filesUnder = (input) => {
  if (statSync(path.join(REPOSITORY, input)).isFile()) return [input]
  return readdirSync(path.join(REPOSITORY, input), { withFileTypes: true })
    .filter((entry) => !NOT_SOURCES.has(entry.name) && !NOT_BUILT_IN.test(entry.name))
    .flatMap((entry) =>
      entry.isDirectory() ? filesUnder(`${input}/${entry.name}`) : [`${input}/${entry.name}`],
    )
}

/**
 * One hash of the names and contents of all input files and of the variables that Vite builds in. Contents instead of
 * times, because a checkout gives files new times.
 */
export const fingerprintOf = (inputs) => {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(filesUnder).sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(REPOSITORY, file)))
      .update('\0')
  for (const name of Object.keys(process.env).sort())
    if (name.startsWith('VITE_')) hash.update(`${name}=${process.env[name]}\0`)
  return hash.digest('hex')
}
