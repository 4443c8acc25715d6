/** Registers the TypeScript loader, which a child process does not inherit. */
import { register } from 'tsx/esm/api'

const unregister = register()
const { serveTasks } = await import('../inspection/serve-tasks.ts')
const { stampReport } = await import('./stamp-report.ts')
// Later modules are large and not TypeScript.
await unregister()
await serveTasks(stampReport)
