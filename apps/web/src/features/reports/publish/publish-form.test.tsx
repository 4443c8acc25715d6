import type { Patient } from '@zelab/contract'
import { VALIDATION } from '@zelab/contract/messages'
import { expect, it } from 'vitest'
import {
  expectRefused,
  fieldOf,
  fill,
  messageUnder,
  mountFormForEachTest,
  press,
} from '../../../testing/form-page.tsx'
import { PublishForm } from './publish-form.tsx'

const PATIENT: Patient = {
  id: 7,
  fullName: 'Layla Hassan',
  emrId: null,
  nationalId: null,
  email: null,
  phone: { number: '+971501234567' },
  contactDetails: { address: { line1: null, city: null } },
  dateOfBirth: '1990-05-01',
  gender: null,
  profileCompleted: true,
  registrationType: null,
  registeredByUser: null,
  createdAt: '2026-01-01T08:00:00.000Z',
  updatedAt: '2026-01-01T08:00:00.000Z',
  reports: [],
}

const { sent } = mountFormForEachTest(
  '/user/patient/7/report/publish',
  () => <PublishForm patient={PATIENT} renderNewReportType={() => null} renderVisit={() => null} />,
  { contact: { uploadLimitMb: 10 } },
)

it('refuses to be empty, and shows what is missing first [PUB-40, PUB-44, PUB-46, VAL-REPORT-07, VAL-REPORT-09, A11Y-14]', async () => {
  await press('Publish Report')
  expect(document.activeElement?.textContent).toBe('Choose File')
  expect(document.querySelector('[role=alert]')?.textContent).toBe(VALIDATION.file)
  expect(messageUnder('Report Title')).toBe(VALIDATION.titleTooShort)
  expect(messageUnder('Report Type')).toBe(VALIDATION.reportType)
  expect(messageUnder('Remark')).toBe('')
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

it('refuses a title of 2 characters until there are 3 [PUB-40, VAL-REPORT-02]', async () => {
  await fill('Report Title', 'AB')
  await press('Publish Report')
  expectRefused([['Report Title', 'AB', VALIDATION.titleTooShort]])
  await fill('Report Title', 'ABC')
  expect(messageUnder('Report Title')).toBe('')
  expect(sent).toEqual([])
})

it('refuses a remark of 1, 2 or 101 characters and keeps it; takes 3, 100 and none [PUB-41, PUB-42, PUB-43, VAL-REPORT-01, VAL-REPORT-03, VAL-REPORT-04, VAL-REPORT-05, VAL-REPORT-06]', async () => {
  for (const [text, message] of [
    ['A', 'Remarks must be at least 3 characters'],
    ['AB', 'Remarks must be at least 3 characters'],
    ['A'.repeat(101), 'Remarks must not exceed 100 characters'],
  ] as const) {
    await fill('Remark', text)
    await press('Publish Report')
    expectRefused([['Remark', text, message]])
  }
  for (const text of ['ABC', 'A'.repeat(100), '  ']) {
    await fill('Remark', text)
    await press('Publish Report')
    expect(messageUnder('Remark')).toBe('')
    expect(fieldOf('Remark').value).toBe(text)
  }
  expect(sent).toEqual([])
})
