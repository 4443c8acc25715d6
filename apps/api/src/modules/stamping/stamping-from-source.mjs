/** Starts the stamping worker from its TypeScript source: a process does not inherit its parent's loader. */
import { register } from 'tsx/esm/api'

const unregister = register()
const { serveTasks } = await import('../inspection/serve-tasks.ts')
const { stampReport } = await import('./stamp-report.ts')
// Modules imported later are large and not TypeScript.
await unregister()
await serveTasks(stampReport)
