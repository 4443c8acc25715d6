/**
 * `npm run check:budget`: gzip size of the built web application against its budget. A visitor downloads the landing
 * route; other routes count what their page adds to the signed-in area.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { REPOSITORY } from './repository.mjs'

const DIST = path.join(REPOSITORY, 'apps/web/dist')
const KB = 1000
/** `shellJs` loads before every signed-in page: it must not grow to make a route look light. */
const BUDGET = { landingJs: 150, landingCss: 40, shellJs: 240, routeJs: 75 }
/** Loaded on demand, and not counted with a page. */
const APART = /^(pdf-viewer|charts)$/
/** Consists of charts only; every other page runs before charts load. */
const MADE_OF_CHARTS = /user\.insights/

const manifest = JSON.parse(readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8'))

const sizes = new Map()
const sizeOf = (file) => {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(path.join(DIST, file)), { level: 9 }).length)
  return sizes.get(file)
}
const total = (files) => [...files].reduce((sum, file) => sum + sizeOf(file), 0) / KB

const filesOf = (key, seen = new Set()) => {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const imported of manifest[key].imports ?? []) filesOf(imported, seen)
  return seen
}
const scriptsOf = (keys) => new Set([...keys].map((key) => manifest[key].file))
const stylesOf = (keys) => new Set([...keys].flatMap((key) => manifest[key].css ?? []))
const union = (...sets) => new Set(sets.flatMap((set) => [...set]))

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry)
const routeKeys = Object.keys(manifest).filter(
  (key) => /src\/routes\//.test(key) && manifest[key].isDynamicEntry,
)
const shellKey = routeKeys.find((key) => /routes\/_shell\.tsx/.test(key))
if (!entry || !shellKey) throw new Error('The manifest of the build names no entry or shell')

// The landing page is part of the entry.
const landing = filesOf(entry)
const shell = union(filesOf(entry), filesOf(shellKey))

const figures = [
  ['landing page, JavaScript', total(scriptsOf(landing)), BUDGET.landingJs],
  ['landing page, CSS', total(stylesOf(landing)), BUDGET.landingCss],
  ['signed-in area without a page, JavaScript', total(scriptsOf(shell)), BUDGET.shellJs],
  ...routeKeys
    .filter((key) => key !== shellKey)
    .map((key) => {
      const own = [...filesOf(key)].filter((part) => !shell.has(part) && !APART.test(manifest[part].name))
      return [key.replace(/^.*routes\//, '').replace(/\?.*$/, ''), total(scriptsOf(own)), BUDGET.routeJs]
    })
    .sort(([, a], [, b]) => b - a),
]

let isOver = false
for (const [name, weight, budget] of figures) {
  const excess = weight > budget ? 'OVER' : ''
  isOver ||= weight > budget
  if (excess || process.argv.includes('--all') || budget !== BUDGET.routeJs)
    console.log(`${excess.padEnd(5)}${name.padEnd(56)} ${weight.toFixed(1).padStart(6)} of ${budget} kB`)
}
for (const key of routeKeys.filter((one) => !MADE_OF_CHARTS.test(one)))
  for (const part of filesOf(key))
    if (APART.test(manifest[part].name)) {
      isOver = true
      console.log(`OVER ${key} waits for ${manifest[part].name}, which is loaded apart`)
    }
if (isOver) process.exitCode = 1
