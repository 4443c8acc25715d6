import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../testing/api-client.ts'
import { dropReport, listInbox } from '../../../testing/inbox.ts'
import { useTestApp } from '../../../testing/test-app.ts'

let technician: ApiClient
let colleague: ApiClient

const app = await useTestApp()

beforeEach(async () => {
  const lab = await app.createLab()
  technician = await app.signedIn('Technician', lab)
  colleague = await app.signedIn('Doctor', lab)
})

it('answers 404 for an item of another lab that is released or reviewed [RULE-49]', async () => {
  const outsider = await app.signedIn('Technician')
  const [id, foreign] = [await dropReport(technician, 'Mine'), await dropReport(outsider, 'Theirs')]
  for (const answer of [
    await technician.post(`/inbox/release/${foreign}`),
    await technician.post('/inbox/review', { ids: [foreign] }),
    await technician.post('/inbox/review', { ids: [id, foreign] }),
    await technician.post('/inbox/review', { ids: [999_999_999] }),
  ])
    expect([answer.status, answer.body.code]).toEqual([404, 'INBOX_ITEM_NOT_FOUND'])
  expect((await technician.post(`/inbox/release/${id}`)).status).toBe(200)
  expect((await technician.post('/inbox/review', { ids: [id, id] })).status).toBe(200)
})

describe('rejected items', () => {
  it('stay for 30 days and can be put back [INBOX-23]', async () => {
    const id = await dropReport(technician, 'No patient here')
    const answer = await technician.post(`/inbox/reject/${id}`, { reason: 'other', note: 'An invoice' })
    expect(answer.status).toBe(200)
    expect(await listInbox(technician)).toEqual([])
    const [rejected] = await listInbox(colleague, '&view=rejected')
    expect(rejected).toMatchObject({ id, decided: { reason: 'other', note: 'An invoice' } })
    expect((await colleague.get(`/inbox/file/${id}`)).status).toBe(200)
    expect((await colleague.post(`/inbox/restore/${id}`)).status).toBe(200)
    expect(await listInbox(technician)).toHaveLength(1)
    expect((await colleague.post(`/inbox/restore/${id}`)).body.code).toBe('INBOX_ITEM_CLOSED')
  })

  it('disappear with their files after that [INBOX-23]', async () => {
    const id = await dropReport(technician, 'No patient here')
    await technician.post(`/inbox/reject/${id}`, { reason: 'unreadable' })
    await app.services.inboxItems.removeOldRejected()
    expect(await listInbox(technician, '&view=rejected')).toHaveLength(1)
    await app.database.execute(
      "update inbox_items set decided_at = now() - interval '31 days' where id = $1",
      [id],
    )
    const file = await app.database.one<{ name: string }>(
      'select f.name from report_files f join inbox_items i on i.file_id = f.id where i.id = $1',
      [id],
    )
    await app.services.inboxItems.removeOldRejected()
    expect(await listInbox(technician, '&view=rejected')).toEqual([])
    expect(await app.storage.find(file.name)).toBeUndefined()
  })

  it('need a note for another reason [INBOX-23]', async () => {
    const id = await dropReport(technician, 'No patient here')
    expect((await technician.post(`/inbox/reject/${id}`, { reason: 'other' })).status).toBe(400)
    expect((await technician.post(`/inbox/reject/${id}`, { reason: 'bored' })).status).toBe(400)
  })

  it('keep their files when leftover uploads are removed [INBOX-04]', async () => {
    const id = await dropReport(technician, 'No patient here')
    await app.database.execute("update report_files set created_at = now() - interval '9 days'")
    await app.services.files.removeLeftovers()
    expect((await technician.get(`/inbox/file/${id}`)).status).toBe(200)
  })
})
