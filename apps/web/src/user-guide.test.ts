import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const GUIDE = path.resolve(import.meta.dirname, '../../../docs/guide')
const SOURCES = [import.meta.dirname, path.resolve(import.meta.dirname, '../../../packages/contract/src')]

const pages = readdirSync(GUIDE).filter((name) => name.endsWith('.md'))
const read = (name: string) => readFileSync(path.join(GUIDE, name), 'utf8')

const words = SOURCES.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /[.]tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8')),
).join('\n')

/** Bold text in the guide is a label of the interface, except full sentences. */
const labelsOf = (page: string) =>
  [...read(page).matchAll(/\*\*([^*]+)\*\*/g)]
    .map(([, label]) => label ?? '')
    .filter((label) => !label.endsWith('.'))

describe('the user guide', () => {
  it.each(pages)('names buttons and fields in %s as the screens do [HELP-02]', (page) => {
    const unknown = labelsOf(page).filter((label) => !words.includes(label))
    expect(unknown).toEqual([])
  })

  it('contains a page for every role, and pictures that are there [HELP-01]', () => {
    const index = read('index.md')
    for (const role of ['Admin', 'Doctor', 'Technician', 'Receptionist'])
      expect(index).toContain(`[${role}](${role.toLowerCase()}.md)`)
    const linked = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\(([^)#:]+)/g)].map(([, address]) => address ?? ''),
    )
    expect(linked.length).toBeGreaterThan(10)
    for (const address of linked) expect(() => readFileSync(path.join(GUIDE, address))).not.toThrow()
  })
})
