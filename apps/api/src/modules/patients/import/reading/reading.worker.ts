/**
 * Runs in a thread of its own: a hostile file takes neither the service's time nor its memory (`reading-thread.ts`).
 */
import { serveReading } from './reading-loop.ts'

await serveReading()
