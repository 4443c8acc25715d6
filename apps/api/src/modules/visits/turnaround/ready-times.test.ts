import type { ReadyTime } from '@zelab/contract'
import { expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../../testing/test-records.ts'

const app = await useTestApp()
const admin = await app.signedIn('Admin')
const [blood, urine] = [await addReportType(admin), await addReportType(admin)]
const lab = await app.createLab()
const doctor = await app.signedIn('Doctor', lab)

const times = async (query = '', client = doctor) =>
  sure(await client.get(`/lab/getReadyTimes/${lab.id}?types=${blood},${urine}${query}`)) as ReadyTime[]
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

it('says when reports are usually ready, and should be by the target [VISIT-83]', async () => {
  expect(await times()).toEqual([])
  sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true }))
  const nothing = { usualMinutes: null, targetAt: null }
  expect(await times()).toEqual([
    { reportTypeId: blood, ...nothing },
    { reportTypeId: urine, ...nothing },
  ])
  sure(
    await admin.put(`/lab/updateTurnaround/${lab.id}`, { targets: [{ reportTypeId: urine, minutes: 90 }] }),
  )
  for (const minutes of [30, 60, 120, 240, 10]) {
    expect((await times())[0]).toMatchObject(nothing)
    const patientId = await registerPatient(doctor)
    const fields = { reportTypeIds: [blood], receivedAt: minutesFromNow(-minutes) }
    const { id } = sure(await doctor.post(`/visit/create/${patientId}`, fields))
    await publishReport(doctor, patientId, blood, { visitId: id })
  }
  const receivedAt = minutesFromNow(-10)
  expect(await times(`&from=${receivedAt}`)).toEqual([
    { reportTypeId: blood, usualMinutes: 60, targetAt: null },
    {
      reportTypeId: urine,
      usualMinutes: null,
      targetAt: new Date(Date.parse(receivedAt) + 90 * 60_000).toISOString(),
    },
  ])
  const elsewhere = await app.signedIn('Doctor')
  expect((await elsewhere.get(`/lab/getReadyTimes/${lab.id}?types=${blood}`)).status).toBe(404)
})
