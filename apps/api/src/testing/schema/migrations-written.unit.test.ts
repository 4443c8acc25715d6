import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { hashMigrations, TABLES_FILE } from './schema-files.ts'

it('keeps the generated tables at the current migrations (npm run schema)', () => {
  expect(readFileSync(TABLES_FILE, 'utf8')).toContain(`Migrations: ${hashMigrations()}\n`)
})
