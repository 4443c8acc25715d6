import { describe, expect, it } from 'vitest'
import { type PublishFields, emptyPublishFields, publishResolver } from './use-report-file.ts'

const check = async (fields: Partial<PublishFields>) => {
  const values = { ...emptyPublishFields(7), ...fields }
  const options = { fields: {}, shouldUseNativeValidation: false }
  const { errors, values: checked } = await publishResolver(values, undefined, options)
  return { checked, messages: Object.fromEntries(Object.entries(errors).map(([k, e]) => [k, e.message])) }
}

describe('the checks of the publish form', () => {
  it('reports a missing title, type and file in its own words [PUB-40] [PUB-44] [PUB-46]', async () => {
    expect((await check({})).messages).toEqual({
      title: 'Title must be at least 3 characters',
      reportTypeId: 'Please select a report type',
      fileUrl: 'Please upload a file',
    })
  })

  it('bounds the remark [PUB-41] [PUB-42]', async () => {
    const remarkMessage = async (remark: string) => (await check({ remark })).messages.remark
    expect(await remarkMessage('ab')).toBe('Remarks must be at least 3 characters')
    expect(await remarkMessage('x'.repeat(101))).toBe('Remarks must not exceed 100 characters')
    expect(await remarkMessage('x'.repeat(100))).toBeUndefined()
  })

  it('submits valid values, without a blank remark [PUB-43]', async () => {
    const { checked } = await check({ title: ' CBC ', remark: '  ', reportTypeId: '3', fileUrl: '/f/a.pdf' })
    expect(checked).toEqual({
      title: 'CBC',
      remark: undefined,
      reportTypeId: 3,
      patientId: 7,
      fileUrl: '/f/a.pdf',
      isCritical: false,
    })
  })
})
