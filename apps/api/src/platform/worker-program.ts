import path from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The entry file of a thread or child process: `<name>.worker.js` of the bundle. Outside a bundle,
 * `<name>-from-source.mjs` next to `parent`, because neither inherits the TypeScript loader. API tests build the
 * workers first (BUILT_PROGRAMS), which makes them start four times as fast.
 */
export const workerProgram = (parent: string, name: string): URL => {
  const isBundle = !parent.endsWith('.ts')
  if (isBundle) return new URL(`./${name}.worker.js`, parent)
  const built = process.env['BUILT_PROGRAMS']
  return built
    ? pathToFileURL(path.join(built, `${name}.worker.js`))
    : new URL(`./${name}-from-source.mjs`, parent)
}
