import path from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The file that a thread or child process runs: `<name>.worker.js` of the bundle. Without a bundle, the module that
 * starts it (`parent`) has `<name>-from-source.mjs` beside it, because neither inherits the TypeScript loader. The API
 * tests build the programs first and name their folder in BUILT_PROGRAMS: a built one starts in a quarter of the time.
 */
export const workerProgram = (parent: string, name: string): URL => {
  const isBundle = !parent.endsWith('.ts')
  if (isBundle) return new URL(`./${name}.worker.js`, parent)
  const built = process.env['BUILT_PROGRAMS']
  return built
    ? pathToFileURL(path.join(built, `${name}.worker.js`))
    : new URL(`./${name}-from-source.mjs`, parent)
}
