import { contract } from '@zelab/contract'
import { inboxPdf } from './inbox-files.ts'
import type { StaffUser, TestData } from './test-data.ts'

/** Reports that await release, and name their patient unless another one is given. */
export const awaitRelease = async (
  data: TestData,
  doctor: StaffUser,
  count: number,
  named = 'Amal Mansour',
) => {
  const author = await data.as(await data.user('Technician', doctor.lab ?? { id: 0 }))
  const admin = await data.as(data.admin)
  await admin.call(contract.release.updateReleaseSettings, {
    params: { id: String(doctor.lab?.id) },
    body: { twoPersons: 'all' },
  })
  const type = await data.reportType(doctor, `Vitamin D ${data.next()}`)
  const patient = await data.patient(doctor, { fullName: 'Amal Mansour', dob: '1985-04-12' })
  const titles = Array.from({ length: count }, () => `Vitamin D ${data.next()}`)
  for (const title of titles) {
    const file = await inboxPdf(`${title}.pdf`, `Patient: ${named}`, 'DOB: 1985-04-12', title)
    const { fileUrl } = await author.uploadFile(file)
    await author.call(contract.reports.publish, {
      params: { patientId: String(patient.id) },
      body: { title, reportTypeId: type.id, patientId: patient.id, fileUrl },
    })
  }
  return titles
}
