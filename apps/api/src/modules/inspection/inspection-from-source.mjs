/** Starts the inspection worker from its TypeScript source: a process does not inherit its parent's loader. */
import { register } from 'tsx/esm/api'

const unregister = register()
const { serveInspections } = await import('./inspection-loop.ts')
// Modules imported later are large and not TypeScript.
await unregister()
await serveInspections()
