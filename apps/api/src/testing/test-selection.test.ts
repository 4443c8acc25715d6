import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { LONGEST_FIRST } from './longest-first.ts'
import { EMBEDDED_ONLY, NO_DATABASE, UNIT_TESTS, usesDatabase } from './test-selection.ts'

const API = path.resolve(import.meta.dirname, '../..')
const usesOne = (file: string) => usesDatabase(readFileSync(path.join(API, file), 'utf8'))
const leftOut = Object.keys(EMBEDDED_ONLY)

it('the lists of test files name existing files once each', () => {
  const listed = [...UNIT_TESTS, ...leftOut]
  expect(listed.filter((file) => !existsSync(path.join(API, file)))).toEqual([])
  expect(new Set(listed).size).toBe(listed.length)
  expect(LONGEST_FIRST.filter((file) => !existsSync(path.join(API, file)))).toEqual([])
  expect(new Set(LONGEST_FIRST).size).toBe(LONGEST_FIRST.length)
})

it('no test listed as a unit test uses the database', () => {
  const withoutDatabase = [...UNIT_TESTS, ...leftOut.filter((file) => EMBEDDED_ONLY[file] === NO_DATABASE)]
  expect(withoutDatabase.filter(usesOne)).toEqual([])
})

it('a test that uses the database is recognized', () => {
  expect(usesOne('src/http/lab-scope.test.ts')).toBe(true)
  expect(usesOne('src/platform/database/migrate.test.ts')).toBe(true)
})
