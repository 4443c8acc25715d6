import type { Page } from '@playwright/test'
import { contract } from '@zelab/contract'
import type { StaffUser, TestData } from '../test-data.ts'

/** The steps of a job use the keyboard and the pointer alone: `fill`, `focus` and `selectOption` are actions of no person. */
export interface Job {
  page: Page
  data: TestData
  /** Opens the dashboard as the user, and counts from then on; without a user, on the page as it is. */
  begin: (user?: StaffUser) => Promise<void>
}

export const useVisits = async (data: TestData, { lab }: StaffUser): Promise<void> => {
  const admin = await data.as(data.admin)
  await admin.call(contract.visits.updateVisitSettings, {
    params: { id: String(lab?.id) },
    body: { isOn: true },
  })
}
