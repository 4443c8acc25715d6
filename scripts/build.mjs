/**
 * `node scripts/build.mjs [web|guide|api ...]`: builds the web application, the user guide and the API, each only when
 * its sources, the lockfile or the build changed. `npm start` and the browser tests call this, so an unchanged tree
 * must cost nothing.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildApi } from './build-api.mjs'
import { buildGuide } from './build-guide.mjs'
import { buildWeb } from './build-web.mjs'
import { REPOSITORY } from './repository.mjs'

const SHARED_INPUTS = ['packages/contract/src', 'package-lock.json', 'tsconfig.base.json']

const PARTS = [
  {
    name: 'web',
    inputs: ['apps/web', 'scripts/build-web.mjs', ...SHARED_INPUTS],
    output: 'apps/web/dist/index.html',
    build: buildWeb,
  },
  // After the web application, whose build empties the shared folder.
  {
    name: 'guide',
    inputs: ['docs/guide', 'docs/integration.md', 'scripts/build-guide.mjs', 'package-lock.json'],
    output: 'apps/web/dist/guide/index.html',
    build: buildGuide,
  },
  {
    name: 'API',
    inputs: [
      'apps/api/src',
      'apps/api/demo',
      'apps/api/package.json',
      'packages/embedded-postgres/src',
      'scripts/build-api.mjs',
      ...SHARED_INPUTS,
    ],
    output: 'apps/api/dist/server.js',
    build: buildApi,
  },
]

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

/** Hashes contents instead of times, because a checkout resets file times. */
const fingerprintOf = (inputs) => {
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

const STAMP_FOLDER = path.join(REPOSITORY, '.cache')

/** Inputs of the last build; empty if there is none or its output is missing. */
const readStamp = (part, stampFile) =>
  existsSync(path.join(REPOSITORY, part.output)) && existsSync(stampFile)
    ? readFileSync(stampFile, 'utf8')
    : ''

const buildPart = async (part) => {
  const stampFile = path.join(STAMP_FOLDER, `build-${part.name.toLowerCase()}.stamp`)
  const fingerprint = fingerprintOf(part.inputs)
  if (readStamp(part, stampFile) === fingerprint) return
  const start = Date.now()
  console.log(`Building the ${part.name} …`)
  // An interrupted build must not look finished.
  rmSync(stampFile, { force: true })
  await part.build()
  mkdirSync(STAMP_FOLDER, { recursive: true })
  writeFileSync(stampFile, fingerprint)
  console.log(`Built the ${part.name} in ${((Date.now() - start) / 1000).toFixed(1)} s`)
}

export const build = async (names = []) => {
  for (const part of PARTS)
    if (names.length === 0 || names.includes(part.name.toLowerCase())) await buildPart(part)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await build(process.argv.slice(2)).catch((error) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
