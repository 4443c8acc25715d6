/** Starts the reading of an import from its TypeScript source: a thread does not inherit what runs its parent. */
import { register } from 'tsx/esm/api'

register()
const { serveReading } = await import('./reading-loop.ts')
await serveReading()
