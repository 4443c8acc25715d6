/** `npm run schema`: writes the files that describe the schema, from a database made by the migrations. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startTestDatabaseServer, withDatabase } from '../database-server.ts'
import { describeSchema, MIGRATIONS } from './schema-files.ts'

const { server, stop } = await startTestDatabaseServer(MIGRATIONS)
try {
  for (const { file, text } of await describeSchema(withDatabase(server.connectionString, server.template))) {
    await writeFile(file, text)
    process.stdout.write(`wrote ${path.relative(process.cwd(), file)}\n`)
  }
} finally {
  await stop()
}
