const MODULE = /^apps\/api\/src\/modules\/([^/]+)\//
const moduleOf = (file) => (/[.]test[.]ts$/.test(file) ? undefined : MODULE.exec(file)?.[1])

/** The imports between modules of the API. */
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

/**
 * Import cycles between modules of the API, direct or indirect, as paths like `patients -> reports -> patients`.
 * @param files the `modules` of a dependency-cruiser result
 */
export const findModuleCycles = (files) => {
  const imports = importsOfModules(files)
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
