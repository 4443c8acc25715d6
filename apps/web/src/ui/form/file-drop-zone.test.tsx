import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { mountForEachTest } from '../../testing/mount.tsx'
import { FileDropZone } from './file-drop-zone.tsx'

const SOURCES = join(import.meta.dirname, '../..')
let taken: string[] = []
let several: string[][] = []

const drop = (...names: string[]) => {
  const event = new Event('drop', { bubbles: true, cancelable: true })
  const files = names.map((name) => new File(['x'], name))
  Object.assign(event, { dataTransfer: { files, types: ['Files'] } })
  act(() => {
    document.querySelector('button')?.parentElement?.dispatchEvent(event)
  })
}

describe('A drop zone', () => {
  mountForEachTest(() => (
    <FileDropZone
      accept={['.pdf']}
      hint="PDF"
      onFile={({ name }) => taken.push(name)}
      onReject={({ name }) => taken.push(`refused ${name}`)}
      onSeveral={(files) => several.push(files.map(({ name }) => name))}
    />
  ))
  beforeEach(() => {
    ;[taken, several] = [[], []]
  })

  it('takes one file', () => {
    drop('a.pdf')
    expect([taken, several]).toEqual([['a.pdf'], []])
  })

  it('hands over all of several files, whatever their kind [INBOX-195]', () => {
    drop('a.pdf', 'b.doc', 'c.pdf')
    expect([taken, several]).toEqual([[], [['a.pdf', 'b.doc', 'c.pdf']]])
  })

  it('remains, with the whole page, the only place that reads dropped files [INBOX-195]', () => {
    const readers = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
      .filter((file) => readFileSync(join(SOURCES, file), 'utf8').includes('dataTransfer'))
      .map((file) => file.replaceAll('\\', '/'))
    expect(readers.toSorted()).toEqual(['ui/form/drop-anywhere.ts', 'ui/form/file-drop-zone.tsx'])
  })
})
