import { spawn } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { REPOSITORY } from './repository.mjs'

const WEB = path.join(REPOSITORY, 'apps/web')
const COMPRESSIBLE = /\.(js|mjs|css|svg|json|txt|webmanifest)$/
const MIN_BYTES = 1024

const runVite = async (config) => {
  // Started directly, because the shell and npx would each cost another process.
  const vite = path.join(REPOSITORY, 'node_modules/vite/bin/vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--config', config, '--logLevel', 'warn'], {
    cwd: WEB,
    stdio: 'inherit',
    // Always production, so that tests do not leave React's development build behind.
    env: { ...process.env, NODE_ENV: 'production', VITEST: undefined },
  })
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve))
  if (code !== 0) throw new Error('Building the web application failed; see the messages above.')
}

const compress = async (file) => {
  const content = await readFile(file)
  if (content.length < MIN_BYTES) return
  const best = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, best))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }))
}

/** Builds `apps/web/dist` with a .br and .gz copy of every asset, so that the server never compresses. */
export const buildWeb = async () => {
  await runVite('vite.config.ts')
  await runVite('vite.viewer.config.ts')
  const dist = path.join(WEB, 'dist')
  const files = await readdir(dist, { recursive: true })
  await Promise.all(
    files.filter((file) => COMPRESSIBLE.test(file)).map((file) => compress(path.join(dist, file))),
  )
}
