import { readFile } from 'node:fs/promises'
import { expect, inject, it } from 'vitest'
import { withDatabase } from '../database-server.ts'
import { describeSchema } from './schema-files.ts'

it('schema.sql and the generated tables match the migrated database (npm run schema)', async () => {
  const { connectionString, template } = inject('testDatabaseServer')
  for (const { file, text } of await describeSchema(withDatabase(connectionString, template)))
    expect(await readFile(file, 'utf8'), file).toBe(text)
})
