import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { type TestLab, useTestApp } from '../../../testing/test-app.ts'
import { findTemplates } from './message-templates.repository.ts'

let lab: TestLab

const app = await useTestApp()
const admin = await app.signedIn('Admin')

beforeEach(async () => {
  lab = await app.createLab()
})

const REPORT = { language: 'en', purpose: 'report', template: '{lab}: your result is here. {link}' }
const save = (change: object, client = admin, id = lab.id) =>
  client.put(`/lab/saveMessageTemplate/${id}`, change)
const read = async (client = admin, id = lab.id) => client.get(`/lab/getMessageTemplates/${id}`)
const rowCount = async () => {
  const { count } = await app.database.one<{ count: number }>(
    'select count(*)::int as count from lab_message_templates where lab_id = $1',
    [lab.id],
  )
  return count
}
const recorded = () =>
  app.database.query<{ summary: string }>(
    "select summary from activity_log where action = 'lab.message' and object_id = $1 order by id",
    [lab.id],
  )

describe('the texts of a lab', () => {
  it('apply to one message and language, and the newest counts [SMS-08]', async () => {
    expect((await read()).body).toMatchObject({
      data: [],
      exampleLink: `http://reports.test/r/${'1'.repeat(22)}`,
    })
    expect((await save(REPORT)).body).toMatchObject({ message: 'Changes saved successfully', data: [REPORT] })
    const arabic = { language: 'ar', purpose: 'withdrawn', template: '{lab}: أُلغي المستند. {phone}' }
    await save(arabic)
    const changed = { ...REPORT, template: '{link} from {lab}, until {until}' }
    await save(changed)
    expect((await read()).body.data).toEqual([arabic, changed])
    expect(await rowCount()).toBe(3)
    const stored = await findTemplates(app.database, lab.id)
    expect(stored).toEqual([
      { id: expect.any(Number) as number, ...arabic },
      { id: expect.any(Number) as number, ...changed },
    ])
    const other = await app.createLab()
    expect((await read(admin, other.id)).body.data).toEqual([])
  })

  it('return to the built-in one, and can be written again [SMS-08]', async () => {
    await save(REPORT)
    for (const template of [undefined, '', null]) {
      const answer = await save({ ...REPORT, template })
      expect([answer.status, answer.body.data]).toEqual([200, []])
    }
    expect(await rowCount()).toBe(2)
    await save(REPORT)
    expect((await read()).body.data).toEqual([REPORT])
    expect((await recorded()).map(({ summary }) => summary)).toEqual([
      `Changed the English message "report" of the lab ${lab.name}`,
      `Returned the English message "report" of the lab ${lab.name} to the built-in text`,
      `Changed the English message "report" of the lab ${lab.name}`,
    ])
  })

  it('leave a record only when they differ, even when saved twice at once [SMS-08]', async () => {
    await save({ ...REPORT, template: undefined })
    expect(await rowCount()).toBe(0)
    let answers: Promise<unknown> | undefined
    await app.database.transaction(async (tx) => {
      await tx.execute('select 1 from labs where id = $1 for update', [lab.id])
      answers = Promise.all([save(REPORT), save(REPORT), save(REPORT)])
      await sleep(500)
    })
    await answers
    await save({ ...REPORT, template: `  ${REPORT.template} ` })
    expect(await rowCount()).toBe(1)
    expect(await recorded()).toHaveLength(1)
  })

  it('need the right parts [SMS-08]', async () => {
    for (const [purpose, template] of [
      ['report', '{lab}: without a link'],
      ['report', '{lab}: {link} {link}'],
      ['report', '{lab}: {link} {name}'],
      ['report', '{lab}: {link} {'],
      ['withdrawn', '{lab}: withdrawn {link}'],
      ['withdrawn', '{lab}: withdrawn {until}'],
      ['report', '{link} x'],
      ['report', `{link} ${'x'.repeat(300)}`],
      ['code', '{lab} {link} and more'],
    ])
      expect((await save({ language: 'en', purpose, template })).status, template).toBe(400)
    expect((await save({ ...REPORT, language: 'fr' })).status).toBe(400)
    expect(await rowCount()).toBe(0)
  })

  it('belong to the Admin alone; an unknown lab has none [SMS-08]', async () => {
    for (const role of ['Doctor', 'Technician', 'Receptionist'] as const) {
      const client = await app.signedIn(role, lab)
      expect((await save(REPORT, client)).status).toBe(403)
      expect((await read(client)).status).toBe(403)
    }
    expect((await save(REPORT, admin, 999_999)).status).toBe(404)
    expect((await read(admin, 999_999)).status).toBe(404)
    expect(await rowCount()).toBe(0)
  })
})
