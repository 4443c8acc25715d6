import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'

const FLAGS = path.resolve(path.dirname(createRequire(import.meta.url).resolve('country-flag-icons')), '3x2')
const ADDRESS = /^\/flags\/([A-Z]{2}\.svg)(?:\?|$)/

/** Serves the flags under `/flags`; inlining their 245 URLs would dominate the phone field's code. */
export const countryFlags = (): Plugin => ({
  name: 'country-flags',
  generateBundle() {
    for (const file of readdirSync(FLAGS).filter((name) => name.endsWith('.svg')))
      this.emitFile({
        type: 'asset',
        fileName: `flags/${file}`,
        source: readFileSync(path.join(FLAGS, file)),
      })
  },
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const file = ADDRESS.exec(request.url ?? '')?.[1]
      if (!file || !readdirSync(FLAGS).includes(file)) return next()
      response.setHeader('content-type', 'image/svg+xml')
      createReadStream(path.join(FLAGS, file)).pipe(response)
    })
  },
})
