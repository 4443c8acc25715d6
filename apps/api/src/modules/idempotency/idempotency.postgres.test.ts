import { contract, type Endpoint } from '@zelab/contract'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Caller } from '../../core/caller.ts'
import type { ApiClient } from '../../testing/api-client.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { untilWaitsForLocks } from '../../testing/test-database.ts'
import { addReportType, patientFields, registerPatient, uploadFile } from '../../testing/test-records.ts'
import { runIdempotent } from './idempotency.service.ts'
import { seenReport } from '../../testing/critical.ts'

const app = await useTestApp()
const doctor = await app.signedIn('Doctor')
const typeId = await addReportType(doctor)

const keyed = (key: string = randomUUID()) => ({ headers: { 'idempotency-key': key } })
const { register } = contract.patients
const { publish, amend, reassign, withdraw } = contract.reports
const REPEATED: readonly Endpoint[] = [register, publish, amend, reassign, withdraw]
const { send, handOverPaper, resend, resendMany, revoke, confirmSentInError } = contract.deliveries
const { addDelegate, changeDelegate, endDelegate } = contract.delegates
const { addVisit, cancelVisit, addReferrer, handOverPapers, setPayments } = contract.visits
const { flag, recordCall, allowMessage, flagUnreleased, recordUnreleasedCall, removeFlag } = contract.critical
const { release, sendBack, takeOver, correct, discard, review, suspend, lift } = contract.release
const { publish: publishItem, amend: amendByItem, withdraw: withdrawByItem, addSource } = contract.inbox
/** Covered by the tests of deliveries, delegates, visits, critical results, releases, the inbox and connections. */
const REPEATED_ELSEWHERE: readonly Endpoint[] = [
  send,
  handOverPaper,
  contract.deliveries.recordCall,
  resend,
  resendMany,
  revoke,
  confirmSentInError,
  addDelegate,
  changeDelegate,
  endDelegate,
  addVisit,
  cancelVisit,
  addReferrer,
  handOverPapers,
  setPayments,
  flag,
  recordCall,
  allowMessage,
  flagUnreleased,
  recordUnreleasedCall,
  removeFlag,
  release,
  sendBack,
  takeOver,
  correct,
  discard,
  review,
  suspend,
  lift,
  publishItem,
  amendByItem,
  withdrawByItem,
  addSource,
  contract.integrations.addClient,
  contract.integrations.addReceiver,
]

const countOf = async (table: 'patients' | 'reports' | 'report_versions' | 'activity_log') =>
  (await app.database.one<{ count: number }>(`select count(*) from ${table}`)).count

describe('request repeated with its idempotency key', () => {
  it('covers every idempotent endpoint of the contract', () => {
    const endpoints = Object.values(contract).flatMap((module) => Object.values<Endpoint>(module))
    const pathsOf = (some: readonly Endpoint[]) => some.map(({ path }) => path).sort()
    expect(pathsOf(endpoints.filter(({ idempotent }) => idempotent))).toEqual(
      pathsOf([...REPEATED, ...REPEATED_ELSEWHERE]),
    )
  })

  it('runs again at an endpoint that is not idempotent', async () => {
    const { path } = contract.reportTypes.add
    const send = (title: string) => doctor.post(path, { title }, keyed('one-key'))
    expect((await send('First of one key')).status).toBe(200)
    expect((await send('Second of one key')).status).toBe(200)
  })

  it('registers the patient once and answers with the same patient [PROC-01]', async () => {
    const [fields, key] = [patientFields(), keyed()]
    const first = await doctor.post('/user/patient/onboarding', fields, key)
    const before = [await countOf('patients'), await countOf('activity_log')]
    const again = await doctor.post('/user/patient/onboarding', fields, key)
    expect([again.status, again.body.data.id]).toEqual([200, first.body.data.id])
    expect([await countOf('patients'), await countOf('activity_log')]).toEqual(before)
  })

  it('publishes, amends, reassigns and withdraws a report once [PROC-01]', async () => {
    const patientId = await registerPatient(doctor)
    const otherId = await registerPatient(doctor)
    const fields = { title: 'Blood count', reportTypeId: typeId, patientId }
    const twice = async (
      client: ApiClient,
      { method, path: pattern }: Endpoint,
      id: number,
      body: object,
      make: () => Promise<object>,
    ) => {
      const key = keyed()
      const path = pattern.replace(/:\w+/, String(id))
      const whole = { ...body, ...(await make()) }
      const first = await client.send(method, path, whole, key)
      expect([path, first.status, first.body.message]).toEqual([path, 200, expect.anything()])
      const before = [await countOf('reports'), await countOf('report_versions')]
      const again = await client.send(method, path, whole, key)
      expect([path, again.status, again.body.message]).toEqual([path, 200, first.body.message])
      expect(again.body.data?.id).toBe(first.body.data?.id)
      expect([await countOf('reports'), await countOf('report_versions')]).toEqual(before)
      return first.body.data?.id as number
    }
    const withFile = async () => ({ fileUrl: await uploadFile(doctor) })
    const id = await twice(doctor, publish, patientId, fields, withFile)
    const amended = { ...fields, reason: 'wrong-result' }
    await twice(doctor, amend, id, amended, withFile)
    const moved = { patientId: otherId }
    const newId = await twice(doctor, reassign, id, moved, () => seenReport(doctor, id))
    expect(newId).not.toBe(id)
    await twice(doctor, withdraw, newId, { reason: 'wrong-file' }, () => seenReport(doctor, newId))
  })

  it('runs once when sent several times concurrently [PROC-01]', async () => {
    const [fields, key] = [patientFields(), keyed()]
    const before = await countOf('patients')
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => doctor.post('/user/patient/onboarding', fields, key)),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(responses.map(({ body }) => body.data.id as number)).size).toBe(1)
    expect(await countOf('patients')).toBe(before + 1)
  })

  it('gets checked again when it was refused before [PROC-01]', async () => {
    const patientId = await registerPatient(doctor)
    const key = keyed()
    const fields = { title: 'Blood count', reportTypeId: typeId, patientId }
    const path = `/user/uploadPatientReportFile/${patientId}`
    const absent = await doctor.post(path, { ...fields, fileUrl: '/api/v1/report/file/absent.pdf' }, key)
    expect(absent.status).toBe(400)
    expect((await doctor.post(path, { ...fields, fileUrl: await uploadFile(doctor) }, key)).status).toBe(200)
  })
})

it('waits for the first request in progress and is not started [PROC-01]', async () => {
  const { id } = await app.createUser('Doctor')
  const idempotencyKey = { key: randomUUID(), fingerprint: Buffer.alloc(32) }
  // The service reads nothing else.
  const caller = { user: { id }, idempotencyKey } as unknown as Caller
  let isStartedAgain = false
  let second: Promise<number> | undefined
  const first = await app.database.transaction((tx) =>
    runIdempotent(tx, caller, async () => {
      second = app.database.transaction((other) =>
        runIdempotent(other, caller, async () => {
          isStartedAgain = true
          return 8
        }),
      )
      await untilWaitsForLocks(app.database, 1)
      return 7
    }),
  )
  expect([first, await second, isStartedAgain]).toEqual([7, 7, false])
})

it('shares a key with no other request or user [PROC-01]', async () => {
  const key = keyed()
  const first = await doctor.post('/user/patient/onboarding', patientFields(), key)
  const other = await doctor.post('/user/patient/onboarding', patientFields(), key)
  expect([other.status, other.body.message]).toEqual([409, 'This Idempotency-Key belongs to another request'])
  const colleague = await app.signedIn('Doctor')
  const theirs = await colleague.post('/user/patient/onboarding', patientFields(), key)
  expect(theirs.status).toBe(200)
  expect(theirs.body.data.id).not.toBe(first.body.data.id)
  for (const wrong of [' ', 'x'.repeat(201)])
    expect((await doctor.post('/user/patient/onboarding', patientFields(), keyed(wrong))).status).toBe(400)
})

it('runs again after a day', async () => {
  const [fields, key] = [patientFields(), keyed()]
  await doctor.post('/user/patient/onboarding', fields, key)
  await app.services.idempotency.removeOld()
  const before = await countOf('patients')
  await doctor.post('/user/patient/onboarding', fields, key)
  expect(await countOf('patients')).toBe(before)
  await app.database.execute("update idempotency_keys set created_at = now() - interval '25 hours'")
  await app.services.idempotency.removeOld()
  await doctor.post('/user/patient/onboarding', fields, key)
  expect(await countOf('patients')).toBe(before + 1)
})
