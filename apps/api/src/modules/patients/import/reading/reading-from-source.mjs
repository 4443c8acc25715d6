/** Registers the TypeScript loader, which a thread does not inherit. */
import { register } from 'tsx/esm/api'

register()
const { serveReading } = await import('./reading-loop.ts')
await serveReading()
