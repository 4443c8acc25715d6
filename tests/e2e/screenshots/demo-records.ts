import { contract } from '@zelab/contract'
import { ApiClient } from '../api-client.ts'
import { DEMO_PASSWORD, DOCTOR, type Records } from './screens.ts'

/** The newest report of the doctor's lab, and its patient. */
export const newestRecords = async (url: string): Promise<Records> => {
  const doctor = await (await ApiClient.open(url)).signIn({ email: DOCTOR, password: DEMO_PASSWORD })
  const { data } = await doctor.call(contract.reports.list, {})
  await doctor.close()
  const [report] = data
  if (!report) throw new Error('The demo has no reports')
  return { report: report.id, patient: report.patient.id }
}
