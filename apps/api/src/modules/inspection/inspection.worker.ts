/**
 * Runs in a thread of its own: whatever a file does to its parser, the service goes on (`file-inspector.ts`).
 */
import { serveInspections } from './inspection-loop.ts'

await serveInspections()
