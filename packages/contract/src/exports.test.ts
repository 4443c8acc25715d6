import { describe, expect, it } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { contract } from './index.ts'

type Group = Partial<Record<string, Endpoint>>

/** Exports of figures, which have no pages. */
const WITHOUT_LIST = ['insights']

const fieldsOf = (endpoint: Endpoint | undefined): string[] =>
  Object.keys((endpoint?.query as { shape?: object } | undefined)?.shape ?? {}).toSorted()

const exported = Object.entries(contract as Record<string, Group>).filter(([, group]) => group['exportCsv'])

describe('an export', () => {
  it.each(exported.filter(([module]) => !WITHOUT_LIST.includes(module)))(
    'takes every filter of its list: %s [RULE-125]',
    (_, { list, exportCsv }) => {
      const filters = fieldsOf(list).filter((field) => !['page', 'limit'].includes(field))
      expect(filters).not.toEqual([])
      expect(fieldsOf(exportCsv)).toEqual(filters)
    },
  )

  it('lacks a list only for figures [RULE-125]', () => {
    expect(exported.flatMap(([module, { list }]) => (list ? [] : [module]))).toEqual(WITHOUT_LIST)
  })
})
