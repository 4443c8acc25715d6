import { contract } from '@zelab/contract'
import { ApiClient } from '../api-client.ts'
import { DEMO_PASSWORD, DOCTOR, type CheckedRecords } from './screens.ts'

export const newestRecords = async (url: string): Promise<CheckedRecords> => {
  const doctor = await (await ApiClient.open(url)).signIn({ email: DOCTOR, password: DEMO_PASSWORD })
  const { data } = await doctor.call(contract.reports.list, {})
  const [report] = data
  if (!report) throw new Error('The demo has no reports')
  const { data: verification } = await doctor.call(contract.reports.getVerification, {
    params: { id: String(report.id) },
  })
  await doctor.close()
  return { report: report.id, patient: report.patient.id, code: verification.code }
}
