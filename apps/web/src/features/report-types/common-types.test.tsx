import { REFUSAL } from '@zelab/contract/messages'
import { expect, it } from 'vitest'
import { mountFormForEachTest, press, shownToasts } from '../../testing/form-page.tsx'
import { CommonTypesForm } from './common-types.tsx'
import { COMMON_TYPES } from './texts.ts'

const { sent, refuseWith } = mountFormForEachTest('/user/set-up', () => <CommonTypesForm />)

const dialog = () => document.querySelector('[role=dialog][aria-modal=true]')
const add = async () => {
  await press(`Add ${COMMON_TYPES.length} Report Types`)
  await press('Add', dialog())
}

it('adds the other types when one was added meanwhile [INSTALL-26]', async () => {
  refuseWith(409, REFUSAL.REPORT_TYPE_TITLE_TAKEN)
  await add()
  expect(sent.map(({ body }) => body)).toEqual(COMMON_TYPES.map((title) => ({ title })))
  expect(shownToasts()).toEqual(['Report type added successfully'])
})

it('shows another failure and keeps the choice [INSTALL-26]', async () => {
  refuseWith(503, REFUSAL.UNEXPECTED_ERROR)
  await add()
  expect(sent).toHaveLength(1)
  expect(shownToasts()).toEqual([REFUSAL.UNEXPECTED_ERROR])
  expect(dialog()).toBeNull()
  expect(document.querySelectorAll('input:checked')).toHaveLength(COMMON_TYPES.length)
})
