import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiAnswer, ApiClient } from '../../apps/api/src/testing/api-client.ts'
import { patientFields, pdfBytes } from '../../apps/api/src/testing/test-records.ts'

class Refusal extends Error {
  override name = 'Refusal'
}

interface Published {
  id: number
  patientId: number
  visitId: number
}

/** Publishes, amends and withdraws reports at random, and changes which referrer a visit names. */
export const createStaff = ({
  doctors,
  random,
  referrerId,
  typeId,
}: {
  doctors: readonly ApiClient[]
  random: () => number
  referrerId: number
  typeId: number
}) => {
  const reports: Published[] = []
  let done = 0
  const pick = <One>(list: readonly One[]): One | undefined => list[Math.floor(random() * list.length)]
  const dataOf = ({ status, body }: ApiAnswer) => {
    if (status !== 200) throw new Refusal(`Answered ${status}`)
    return body.data
  }
  const fileOf = async (doctor: ApiClient): Promise<string> =>
    dataOf(await doctor.upload(pdfBytes(), 'result.pdf')).fileUrl

  const publish = async (doctor: ApiClient) => {
    const patientId = dataOf(await doctor.post('/user/patient/onboarding', patientFields())).id as number
    const isReferred = random() < 0.5
    const visit = dataOf(
      await doctor.post(`/visit/create/${patientId}`, isReferred ? { referrerId } : {}),
    ) as { id: number }
    const report = dataOf(
      await doctor.post(`/user/uploadPatientReportFile/${patientId}`, {
        ...{ title: 'Blood count', reportTypeId: typeId, patientId, visitId: visit.id },
        fileUrl: await fileOf(doctor),
      }),
    ) as { id: number }
    reports.push({ id: report.id, patientId, visitId: visit.id })
  }
  const amend = async (doctor: ApiClient, { id, patientId }: Published) =>
    dataOf(
      await doctor.put(`/report/update/${id}`, {
        ...{ title: 'Corrected', patientId, reportTypeId: typeId, reason: 'wrong-result' },
        fileUrl: await fileOf(doctor),
      }),
    )
  const withdraw = async (doctor: ApiClient, { id }: Published) =>
    dataOf(await doctor.delete(`/report/deleteById/${id}`, { reason: 'published-twice' }))
  const refer = async (doctor: ApiClient, { visitId }: Published) =>
    dataOf(await doctor.put(`/visit/update/${visitId}`, { referrerId: random() < 0.5 ? referrerId : null }))

  const act = async (doctor: ApiClient) => {
    const choice = random()
    const report = pick(reports)
    if (!report || choice < 0.4) await publish(doctor)
    else if (choice < 0.65) await amend(doctor, report)
    else if (choice < 0.8) await withdraw(doctor, report)
    else await refer(doctor, report)
  }

  return {
    done: () => done,
    /** A refused action counts too; one without an answer does not. */
    async work(isOver: () => boolean): Promise<void> {
      while (!isOver()) {
        const doctor = pick(doctors)
        if (!doctor) return
        await act(doctor).then(
          () => void (done += 1),
          async (error: unknown) => {
            if (error instanceof Refusal) done += 1
            else await sleep(50)
          },
        )
      }
    },
  }
}
