import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'
import { pdfDataFolder } from './src/viewer/pdf-data-folder.ts'

const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
const PACKAGE = path.dirname(manifest)
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }

/** pdf.js's fallback decoder, because the content security policy forbids WebAssembly. */
const DECODER = 'openjpeg_nowasm_fallback.js'

const namesIn = (folder: string): string[] => readdirSync(path.join(PACKAGE, folder))

/** All files that pdf.js fetches, by path below the folder. */
const FILES = [
  ...namesIn('cmaps').map((name) => `cmaps/${name}`),
  ...namesIn('standard_fonts').map((name) => `standard_fonts/${name}`),
  ...namesIn('iccs').map((name) => `iccs/${name}`),
  `wasm/${DECODER}`,
  ...namesIn('wasm')
    .filter((name) => name.startsWith('LICENSE_'))
    .map((name) => `wasm/${name}`),
]

/** Serves data for fonts and character maps that a PDF does not embed, from our origin only. */
export const pdfData = (): Plugin => ({
  name: 'pdf-data',
  generateBundle() {
    for (const file of FILES)
      this.emitFile({
        type: 'asset',
        fileName: pdfDataFolder(version) + file,
        source: readFileSync(path.join(PACKAGE, file)),
      })
  },
  configureServer(server) {
    server.middlewares.use(`/${pdfDataFolder(version)}`, (request, response, next) => {
      const file = request.url?.slice(1) ?? ''
      if (!FILES.includes(file)) return next()
      if (file.endsWith('.js')) response.setHeader('content-type', 'text/javascript')
      response.end(readFileSync(path.join(PACKAGE, file)))
    })
  },
})
