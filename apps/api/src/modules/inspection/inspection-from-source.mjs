/** Starts the inspection's program from its TypeScript source: a thread does not inherit what runs its parent. */
import { register } from 'tsx/esm/api'

const unregister = register()
const { serveInspections } = await import('./inspection-loop.ts')
// What is loaded from here on is no TypeScript, and large.
await unregister()
await serveInspections()
