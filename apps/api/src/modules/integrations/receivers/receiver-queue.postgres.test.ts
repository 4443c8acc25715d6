import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { storeHook } from '../../../testing/receivers.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../../testing/test-records.ts'
import { lockChangesOfLab } from './receivers.repository.ts'

const app = await useTestApp({ outboundNetworks: ['127.0.0.0/8'] })
const admin = await app.signedIn('Admin')

const open = async () => {
  const lab = await app.createLab()
  const doctor = await app.signedIn('Doctor', lab)
  const type = await addReportType(doctor)
  const id = await storeHook(app, { labId: lab.id, createdBy: admin.user.id }, 'https://127.0.0.1:9/hook')
  const publish = async () => (await publishReport(doctor, await registerPatient(doctor), type)).id
  return { lab, doctor, id, publish }
}

describe('the job of a receiver', () => {
  interface Job {
    revision: number
    wait: number
  }
  /** With the seconds until it is due. */
  const jobOf = async ({ id }: { id: number }) =>
    (
      await app.database.query<Job>(
        `select revision, round(extract(epoch from run_at - now()))::int as wait
           from graphile_worker.jobs where key = 'receiver-' || $1::text`,
        [id],
      )
    )[0]
  const enqueue = ({ id }: { id: number }, seconds: number) =>
    app.database.query('select enqueue_receiver($1, now() + make_interval(secs => $2))', [id, seconds])

  it('stays when it is due, is brought forward, and waits for the next try [API-OUT-68]', async () => {
    const one = await open()
    await one.publish()
    const first = await jobOf(one)
    await one.publish()
    expect((await jobOf(one))?.revision).toBe(first?.revision)
    await app.database.query(`select graphile_worker.remove_job('receiver-' || $1::text)`, [one.id])
    await enqueue(one, 600)
    expect((await jobOf(one))?.wait).toBeGreaterThan(500)
    await one.publish()
    expect((await jobOf(one))?.wait).toBeLessThan(5)
    await app.database.query(`select graphile_worker.remove_job('receiver-' || $1::text)`, [one.id])
    await app.database.query(
      "update integrations set next_try_at = now() + interval '1 hour' where id = $1",
      [one.id],
    )
    await one.publish()
    expect((await jobOf(one))?.wait).toBeGreaterThan(3500)
  })

  it('reads what is sent again, because it and the Doctor take the lock of the lab [API-OUT-68]', async () => {
    const one = await open()
    await one.publish()
    const [refused] = await app.database.query<{ id: number }>(
      "update integration_sendings set state = 'refused' where integration_id = $1 returning id",
      [one.id],
    )
    const changes = [
      () => one.doctor.post(`/report/resendSending/${refused?.id}`),
      async () => {
        sure(await admin.post(`/integration/pause/${one.id}`))
        return admin.post(`/integration/resume/${one.id}`)
      },
    ]
    for (const change of changes) {
      let isDone = false
      let changed: Promise<unknown> = Promise.resolve()
      await app.database.transaction(async (tx) => {
        await lockChangesOfLab(tx, one.lab.id)
        changed = change().then((answer) => {
          sure(answer)
          isDone = true
        })
        await sleep(300)
        expect(isDone).toBe(false)
      })
      await changed
      expect(isDone).toBe(true)
    }
  })
})
