/**
 * Runs in a separate thread: a hostile file blocks neither the service's event loop nor its memory
 * (`reading-thread.ts`).
 */
import { serveReading } from './reading-loop.ts'

await serveReading()
