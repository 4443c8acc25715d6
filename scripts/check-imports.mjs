/** `npm run check:imports`: the rules of `.dependency-cruiser.cjs`, and no cycle between modules of the API. */
import { cruise } from 'dependency-cruiser'
import { createRequire } from 'node:module'
import { REPOSITORY } from './repository.mjs'

const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs')

const MODULE = /^apps\/api\/src\/modules\/([^/]+)\//
const moduleOf = (file) => (/[.]test[.]ts$/.test(file) ? undefined : MODULE.exec(file)?.[1])

/** Imports between modules, because a module cycle may involve different files in each direction. */
const importsOfModules = (files) => {
  const imports = new Map()
  for (const { source, dependencies } of files) {
    const from = moduleOf(source)
    if (!from) continue
    const targets = imports.get(from) ?? new Set()
    for (const { resolved } of dependencies) {
      const to = moduleOf(resolved)
      if (to && to !== from) targets.add(to)
    }
    imports.set(from, targets)
  }
  return imports
}

const findCycles = (imports) => {
  const cycles = []
  const finished = new Set()
  const walk = (name, path) => {
    const start = path.indexOf(name)
    if (start >= 0) {
      cycles.push([...path.slice(start), name].join(' -> '))
      return
    }
    if (finished.has(name)) return
    for (const next of imports.get(name) ?? []) walk(next, [...path, name])
    finished.add(name)
  }
  for (const name of [...imports.keys()].sort()) walk(name, [])
  return cycles
}

const { output } = await cruise(['packages', 'apps'], {
  ...options,
  baseDir: REPOSITORY,
  ruleSet: { forbidden },
  validate: true,
})
const problems = [
  ...output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  ...findCycles(importsOfModules(output.modules)).map((cycle) => `modules in a cycle: ${cycle}`),
]
for (const problem of problems) console.error(problem)
if (problems.length === 0) console.log(`The imports of ${output.modules.length} files follow the rules`)
process.exitCode = problems.length > 0 ? 1 : 0
