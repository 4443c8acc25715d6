import { VALIDATION } from '@zelab/contract/messages'
import { expect, it } from 'vitest'
import { expectRefused, fill, messageUnder, mountFormForEachTest, press } from '../../testing/form-page.tsx'
import { ReportTypeDialog } from './report-type-dialog.tsx'

const { sent } = mountFormForEachTest('/user/settings/report-types', () => (
  <ReportTypeDialog onClose={() => undefined} />
))

it('refuses a title of fewer than 2 characters until there are 2 [PUB-47]', async () => {
  for (const text of ['', 'X', ' X ']) {
    await fill('Title', text)
    await press('Add Report Type')
    expectRefused([['Title', text, VALIDATION.reportTypeTooShort]])
    expect(document.querySelectorAll('[role=dialog][aria-modal=true]')).toHaveLength(1)
  }
  await fill('Title', 'XR')
  expect(messageUnder('Title')).toBe('')
  expect(sent).toEqual([])
})
