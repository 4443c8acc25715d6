import { existsSync } from 'node:fs'
import path from 'node:path'
import { REPOSITORY } from './repository.mjs'

/** An installation without development packages (`npm ci --omit=dev`) brings its build along. */
const hasBuildTools = () => existsSync(path.join(REPOSITORY, 'node_modules/esbuild/package.json'))

/** Builds what changed; where nothing can be built, what was built elsewhere has to be there. */
export const readyProduct = async () => {
  if (hasBuildTools()) return (await import('./build.mjs')).build()
  const missing = ['apps/api/dist/server.js', 'apps/web/dist/index.html'].filter(
    (file) => !existsSync(path.join(REPOSITORY, file)),
  )
  if (missing.length > 0)
    throw new Error(
      `${missing.join(' and ')} not found, and nothing to build with: run npm ci without --omit=dev, ` +
        'or bring the dist folders of a build along.',
    )
}
