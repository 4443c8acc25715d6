import { existsSync } from 'node:fs'
import path from 'node:path'
import { REPOSITORY } from './repository.mjs'

/** Installations without development packages (`npm ci --omit=dev`) ship with a build. */
const hasBuildTools = () => existsSync(path.join(REPOSITORY, 'node_modules/esbuild/package.json'))

/** Builds what changed; without build tools, requires an existing build. */
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
