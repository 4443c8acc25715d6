import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'
import { pdfDataFolder } from './src/viewer/pdf-data-folder.ts'

const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
const PACKAGE = path.dirname(manifest)
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }

/** Without WebAssembly, which the content security policy does not allow, no other decoder is asked for. */
const DECODER = 'openjpeg_nowasm_fallback.js'

const namesIn = (folder: string): string[] => readdirSync(path.join(PACKAGE, folder))

/** Everything that pdf.js fetches while it draws, by its path below the folder. */
const FILES = [
  ...namesIn('cmaps').map((name) => `cmaps/${name}`),
  ...namesIn('standard_fonts').map((name) => `standard_fonts/${name}`),
  ...namesIn('iccs').map((name) => `iccs/${name}`),
  `wasm/${DECODER}`,
  ...namesIn('wasm')
    .filter((name) => name.startsWith('LICENSE_'))
    .map((name) => `wasm/${name}`),
]

/**
 * Serves what pdf.js needs for text whose fonts or character tables a PDF does not bring along (Chinese, Japanese,
 * Korean; the standard fonts), and for JPEG 2000: from us and from nowhere else. Its version is part of the address.
 */
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
