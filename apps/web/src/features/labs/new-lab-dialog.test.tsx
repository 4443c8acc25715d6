import { REFUSAL } from '@zelab/contract/messages'
import { expect, it } from 'vitest'
import {
  expectRefused,
  fieldOf,
  fill,
  mountFormForEachTest,
  press,
  shownToasts,
} from '../../testing/form-page.tsx'
import { NewLabDialog } from './new-lab-dialog.tsx'

const { sent, refuseWith } = mountFormForEachTest('/user/labs', () => (
  <NewLabDialog onClose={() => undefined} />
))

const fillAll = async () => {
  await fill('Lab Name', 'Coast Lab')
  await fill('Address Line 1', '5 Palm Street')
  await fill('City', 'Dubai')
  await fill('Email', 'desk@lab.test')
}

it('shows missing and invalid values at their fields, which keep them [LABS-15, LABS-16, LABS-17, LABS-18, VAL-LAB-02, VAL-LAB-03, VAL-LAB-04, VAL-LAB-05]', async () => {
  for (const [label, text, message] of [
    ['Lab Name', 'A', 'Lab name must be at least 2 characters'],
    ['Address Line 1', '', 'Address is required'],
    ['City', '', 'City is required'],
    ['Email', 'not-an-email', 'Invalid email address'],
  ] as const) {
    await fillAll()
    await fill(label, text)
    await press('Create Lab')
    expectRefused([[label, text, message]])
    expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(1)
  }
  expect(sent).toEqual([])
})

it('shows the server’s refusals and keeps the entries [ERR-01]', async () => {
  refuseWith(409, REFUSAL.LAB_NAME_TAKEN)
  await fillAll()
  await press('Create Lab')
  expect(sent).toEqual([])
  await press('Add Lab')
  expect(sent[0]).toMatchObject({ method: 'POST', body: { name: 'Coast Lab' } })
  expect(shownToasts()).toEqual([REFUSAL.LAB_NAME_TAKEN])
  expect(fieldOf('Lab Name').value).toBe('Coast Lab')
  expect(fieldOf('Address Line 1').value).toBe('5 Palm Street')
})
