import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { hashMigrations, TABLES_FILE } from './schema-files.ts'

it('the tables of the code were written from the migrations as they are (npm run schema)', () => {
  expect(readFileSync(TABLES_FILE, 'utf8')).toContain(`Migrations: ${hashMigrations()}\n`)
})
