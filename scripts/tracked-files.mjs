import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { REPOSITORY } from './repository.mjs'

const GENERATED = new Set(['.git', '.cache', 'node_modules', 'dist', 'coverage', 'test-results'])

const filesUnder = (folder) =>
  readdirSync(path.join(REPOSITORY, folder), { withFileTypes: true })
    .filter((entry) => !GENERATED.has(entry.name))
    .flatMap((entry) => {
      const name = path.posix.join(folder, entry.name)
      return entry.isDirectory() ? filesUnder(name) : [name]
    })

/** Files of the repository, new ones included; all source files where Git is missing, as in an unpacked archive. */
export const listFiles = () => {
  try {
    const output = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: REPOSITORY,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return [...new Set(output.split('\0').filter(Boolean))].filter((file) =>
      existsSync(path.join(REPOSITORY, file)),
    )
  } catch {
    return filesUnder('.')
  }
}
