/**
 * Runs in another process, so that a file that crashes its parser does not affect the service (`file-inspector.ts`).
 */
import { serveInspections } from './inspection-loop.ts'

await serveInspections()
