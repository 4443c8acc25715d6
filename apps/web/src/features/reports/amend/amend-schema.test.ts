import type { Report } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import { amendResolver, changesOf, differs, publishedFields, rebase } from './amend-schema.ts'

const report = {
  id: 7,
  title: 'Blood count',
  remark: null,
  filePath: '/f/a.pdf',
  version: 1,
  reportType: { id: 3, title: 'Haematology' },
  patient: { id: 9 },
} as Report

const check = async (fields: Record<string, string>) => {
  const values = { ...publishedFields(report), reason: '', note: '', ...fields }
  const { errors } = await amendResolver(values, undefined, { fields: {}, shouldUseNativeValidation: false })
  return Object.fromEntries(Object.entries(errors).map(([path, error]) => [path, error.message]))
}

describe('the amend form', () => {
  it('requires a reason, and an explanation of "other"', async () => {
    expect(await check({})).toEqual({ reason: 'Please select a reason' })
    expect(await check({ reason: 'other' })).toEqual({ note: 'Please describe the reason in the note' })
    expect(await check({ reason: 'clerical' })).toEqual({})
    expect(await check({ reason: 'clerical', reportTypeId: '', title: 'ab' })).toEqual({
      title: 'Title must be at least 3 characters',
      reportTypeId: 'Please select a report type',
    })
  })

  it('keeps edited fields and updates the others, when there is a newer version', () => {
    const newer = { ...report, title: 'Full blood count', remark: 'Second run', filePath: '/f/b.pdf' }
    const typed = { ...publishedFields(report), title: 'My title', fileUrl: '/f/mine.pdf' }
    expect(rebase(typed, report, newer)).toEqual({
      title: 'My title',
      remark: 'Second run',
      reportTypeId: '3',
      fileUrl: '/f/mine.pdf',
      patientId: 9,
    })
  })

  it('shows changed fields before and after, and no others', () => {
    const words = { reportType: 'Haematology', fileName: 'new.pdf' }
    const same = { title: 'Blood count', remark: undefined, reportTypeId: 3, fileUrl: '/f/a.pdf' }
    expect(changesOf(report, same, words)).toEqual([])
    expect(differs(report, same)).toBe(false)
    expect(differs(report, { ...same, remark: 'Low' })).toBe(true)
    expect(changesOf(report, { ...same, remark: 'Low', fileUrl: '/f/n.pdf' }, words)).toEqual([
      { label: 'Remark', before: 'None', after: 'Low' },
      { label: 'File', before: 'Current file', after: 'new.pdf' },
    ])
  })
})
