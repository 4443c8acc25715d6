/** Starts the import reader from its TypeScript source: a thread does not inherit its parent's loader. */
import { register } from 'tsx/esm/api'

register()
const { serveReading } = await import('./reading-loop.ts')
await serveReading()
