import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { buildPrograms } from './built-program.ts'
import { startTestDatabaseServer } from './database-server.ts'
import type { TestDatabaseServer } from './database-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    testDatabaseServer: TestDatabaseServer
  }
}

/** Runs once before all test files of the API; what it returns runs after the last one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildPrograms()
  const { server, stop } = await startTestDatabaseServer(
    fileURLToPath(new URL('../../migrations', import.meta.url)),
  )
  project.provide('testDatabaseServer', server)
  return stop
}
