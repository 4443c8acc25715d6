import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { foreignWritesOf, ownedTables } from './table-owners.ts'

const SCHEMA = readFileSync(new URL('../../schema.sql', import.meta.url), 'utf8')

it('names the owner of every table', () => {
  const tables = Array.from(SCHEMA.matchAll(/^create table (\w+)/gm), ([, table]) => table)
  expect(ownedTables().toSorted()).toEqual(tables.toSorted())
})

it('finds a statement that writes a table of another module', () => {
  const text = 'with old as (delete from reports returning id) select id from old for update of visits'
  expect(foreignWritesOf('src/modules/labs/labs.repository.ts:1:1', text)).toHaveLength(1)
  expect(foreignWritesOf('src/modules/reports/list/reports.repository.ts:1:1', text)).toEqual([])
})
