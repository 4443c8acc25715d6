import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { dropFile, dropReport, listInbox, openItem } from '../../../testing/inbox.ts'
import { symbolOf } from '../../../testing/symbol-pictures.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { registerPatient } from '../../../testing/test-records.ts'
import { createCodeReader } from './code-reader.ts'

const app = await useTestApp()
const technician = await app.signedIn('Technician')

it('finds the patient of a picture by its QR code [INBOX-06]', async () => {
  const patientId = await registerPatient(technician)
  const answer = await dropFile(technician, await symbolOf('QRCode', `ZL-${patientId}`), 'scan.png')
  const id = answer.body.data[0].itemId as number
  expect((await listInbox(technician))[0]?.match).toBe('red')
  await app.services.rematching.readCodes(id)
  const item = await openItem(technician, id)
  expect(item).toMatchObject({
    match: 'amber',
    patient: { id: patientId },
    named: { ids: [`ZL-${patientId}`] },
  })
})

it('reads the others automatically, and continues after a failure [INBOX-06]', async () => {
  const first = await dropReport(technician, 'No patient here')
  const second = await dropReport(technician, 'No patient here')
  const failures: unknown[] = []
  const read: number[] = []
  const reader = createCodeReader({
    database: app.database,
    rematching: {
      async readCodes(id) {
        if (id === first && failures.length === 0) throw new Error('The storage is away')
        read.push(id)
        await app.database.execute('update inbox_items set has_codes_read = true where id = $1', [id])
      },
    },
    onFailure: (error) => failures.push(error),
    idleMs: 50,
  })
  reader.start()
  const isDone = async () =>
    !(await app.database.exists(
      'select 1 from inbox_items where id = any($1::bigint[]) and not has_codes_read',
      [[first, second]],
    ))
  for (let wait = 0; wait < 100 && !(await isDone()); wait++) await sleep(50)
  await reader.stop()
  expect(await isDone()).toBe(true)
  expect(failures).toHaveLength(1)
  expect(read.filter((id) => id === second)).toHaveLength(1)
})
