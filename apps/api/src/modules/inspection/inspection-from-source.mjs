/** Registers the TypeScript loader, which a child process does not inherit. */
import { register } from 'tsx/esm/api'

const unregister = register()
const { serveInspections } = await import('./inspection-loop.ts')
// Later modules are large and not TypeScript.
await unregister()
await serveInspections()
