/**
 * Runs in a separate thread, so that a hostile file cannot block the event loop or exhaust memory
 * (`reading-thread.ts`).
 */
import { serveReading } from './reading-loop.ts'

await serveReading()
