import { beforeEach, describe, expect, it } from 'vitest'
import { AppError, rateLimited } from '../../../core/app-error.ts'
import {
  msh,
  nextControlId,
  obr,
  obx,
  PATIENT,
  PDF,
  readAnswer,
  resultMessage,
  segments,
} from '../../../testing/hl7-messages.ts'

import { systemClock } from '../../../core/context.ts'
import { startHl7 } from '../../../testing/hl7-server.ts'
import { createHl7Messages } from './hl7-messages.service.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const hl7 = await stopAtEnd(startHl7())
const server = await hl7.startServer()
const sender = await hl7.connect(server.port)

beforeEach(async () => {
  hl7.intake.taken.length = 0
  hl7.intake.failure = undefined
  hl7.intake.knowsAll = false
  hl7.logLines.length = 0
  await hl7.app.database.execute('delete from inbox_messages')
})

const send = async (message: Buffer | string) => readAnswer((await sender.send(message)) ?? '')

describe('the answer to an HL7 message', () => {
  it('repeats its control id, version and delimiters, with sender and receiver swapped [INBOX-72]', async () => {
    const controlId = nextControlId()
    const raw = (await sender.send(resultMessage({ controlId })))?.toString() ?? ''
    const [header, ...others] = raw.split('\r')
    expect(header).toMatch(
      new RegExp(
        `^MSH\\|\\^~\\\\&\\|ZELAB\\|CLINIC\\|LIS\\|LAB\\|\\d{14}\\+0000\\|\\|ACK\\^R01\\^ACK\\|[0-9a-f]{20}\\|P\\|2\\.5\\.1\\|{6}$`,
      ),
    )
    expect(others).toEqual([`MSA|AA|${controlId}|`, ''])
    const other = resultMessage().replaceAll('|', '!').replace('^~\\&', '*~?#').replaceAll('^', '*')
    expect((await sender.send(other))?.toString()).toMatch(/^MSH!\*~\?#!ZELAB!.*\rMSA!AA!/)
  })

  it('uses the character set of the message [INBOX-72]', async () => {
    const arabic = Buffer.from([0xe3, 0xce, 0xca, 0xc8, 0xd1])
    const message = Buffer.from(
      resultMessage({ charset: 'WINDOWS-1256', application: '\u00e3\u00ce\u00ca\u00c8\u00d1' }),
      'latin1',
    )
    const answer = await sender.send(message)
    expect(answer?.includes(Buffer.concat([Buffer.from('|CLINIC|'), arabic, Buffer.from('|LAB|')]))).toBe(
      true,
    )
    expect(answer?.toString('latin1')).toContain('|WINDOWS-1256\r')
  })

  it('explains a refusal in MSA and ERR, as the version has it [INBOX-72]', async () => {
    const text = 'The version of MSH-12 is not supported, only 2.3 to 2.8.2'
    expect(await send(resultMessage({ version: '2.9' }))).toMatchObject({ code: 'AR', text })
    for (const version of ['2.5', '2.6', '2.8.2', '']) {
      const newer = await send(resultMessage({ version, type: 'ADT^A01' }))
      expect(newer).toMatchObject({ code: 'AR', text: 'Not supported: only ORU\\S\\R01 is' })
      expect([newer.msh[8], newer.msh[11]]).toEqual(['ACK^A01^ACK', version || '2.5'])
      expect(newer.err.slice(3, 5)).toEqual(['200^Not supported: only ORU\\S\\R01 is^HL70357', 'E'])
    }
    const older = await send(resultMessage({ version: '2.3', processing: 'T' }))
    expect(older.err[1]).toMatch(/^\^\^\^202&Only production messages .*&HL70357$/)
  })

  it('answers input that is not a message [INBOX-72]', async () => {
    for (const message of ['', 'hello', 'MSH', 'MSH|^~\\&', 'PID|1', '\u0000'.repeat(9999)])
      expect(await send(message)).toMatchObject({ code: 'AR' })
    expect(await send(resultMessage({ controlId: '' }))).toMatchObject({
      code: 'AR',
      text: 'MSH-10 is missing',
    })
    expect(await hl7.storedAnswers()).toEqual([])
    expect(hl7.logLines).toEqual([])
  })

  it('states AR for bytes that are not in the character set; then the source can be given one [INBOX-65]', async () => {
    const name = 'PID|1||4711||\u00cd\u00cf\u00c7\u00cf^\u00d3\u00e1\u00e3\u00ec'
    const message = Buffer.from(resultMessage({ patient: name }), 'latin1')
    expect(await send(message)).toMatchObject({
      code: 'AR',
      text: 'The message is not encoded in UTF-8, check MSH-18',
    })
    await hl7.app.database.execute('update inbox_sources set charset = $1', ['windows-1256'])
    expect(await send(message)).toMatchObject({ code: 'AA' })
    await hl7.app.database.execute('update inbox_sources set charset = null')
    expect(hl7.intake.taken[0]?.stated?.names).toEqual(['سلمى حداد'])
  })
})

describe('an HL7 message', () => {
  it('gets AA once it is stored, with all its documents [INBOX-73]', async () => {
    const controlId = nextControlId()
    const message = segments(msh({ controlId }), PATIENT, obr('1'), obx(), obr('2', 'C'), obx())
    expect(await send(message)).toMatchObject({ code: 'AA' })
    expect(hl7.intake.taken.map(({ kind, orderKey, content }) => [kind, orderKey, content])).toEqual([
      ['report', 'F1^CBC', PDF],
      ['amendment', 'F2^CBC', PDF],
    ])
    expect(await hl7.storedAnswers()).toEqual([{ answer: 'AA', answerText: null, controlId }])
  })

  it('gets AE and is not remembered while it cannot be stored [INBOX-73]', async () => {
    const message = resultMessage()
    for (const [failure, text] of [
      [new AppError('CONFLICT', 'CONFLICT' as never, { message: 'The inbox is full' }), 'The inbox is full'],
      [rateLimited(60), expect.any(String)],
      [new Error('storage of Salma Haddad'), 'The message could not be processed now, please send it again'],
    ] as const) {
      hl7.intake.failure = failure
      expect(await send(message)).toMatchObject({ code: 'AE', text })
    }
    expect(await hl7.storedAnswers()).toEqual([])
    hl7.intake.failure = undefined
    expect(await send(message)).toMatchObject({ code: 'AA' })
    expect(hl7.intake.taken).toHaveLength(1)
  })

  it('gets AR and is remembered when its file is refused for good [INBOX-73]', async () => {
    const message = resultMessage()
    hl7.intake.failure = new AppError('INVALID', 'INVALID_INPUT', {
      message: 'The file’s password is unknown',
    })
    const first = await sender.send(message)
    expect(readAnswer(first ?? '')).toMatchObject({ code: 'AR', text: "The file's password is unknown" })
    hl7.intake.failure = undefined
    const again = await send(message)
    expect({ ...again, msh: [] }).toEqual({ ...readAnswer(first ?? ''), msh: [] })
    expect(hl7.intake.taken).toEqual([])
  })

  it('gets AA for files that are known already [INBOX-74]', async () => {
    hl7.intake.knowsAll = true
    expect(await send(resultMessage())).toMatchObject({ code: 'AA' })
    expect(await hl7.storedAnswers()).toMatchObject([{ answer: 'AA' }])
  })

  it('sent again gets the same answer and adds nothing [INBOX-74]', async () => {
    const accepted = resultMessage()
    const refused = resultMessage({ type: 'ADT^A08' })
    for (const [message, code] of [
      [accepted, 'AA'],
      [refused, 'AR'],
    ] as const) {
      const first = await send(message)
      const again = await send(message)
      expect(first.code).toBe(code)
      expect({ ...again, msh: [] }).toEqual({ ...first, msh: [] })
    }
    expect(hl7.intake.taken).toHaveLength(1)
    expect(await hl7.storedAnswers()).toHaveLength(2)
  })

  it('counts as new with a control id used before but other content [INBOX-74]', async () => {
    const controlId = nextControlId()
    expect(await send(resultMessage({ controlId }))).toMatchObject({ code: 'AA' })
    expect(await send(resultMessage({ controlId, patient: 'PID|1||4712' }))).toMatchObject({ code: 'AA' })
    expect(hl7.intake.taken.map(({ stated }) => stated?.emrIds)).toEqual([['4711'], ['4712']])
  })

  it('enters the inbox once when it arrives twice at the same moment [INBOX-75]', async () => {
    const senders = await Promise.all(Array.from({ length: 6 }, () => hl7.connect(server.port)))
    for (let round = 0; round < 10; round += 1) {
      const message = resultMessage()
      let resume = () => {}
      hl7.intake.pause = new Promise<void>((resolve) => (resume = resolve))
      const answers = senders.map((one) => one.send(message))
      await expect.poll(() => server.bufferedBytes()).toBe(message.length * senders.length)
      resume()
      hl7.intake.pause = undefined
      for (const answer of await Promise.all(answers)) expect(readAnswer(answer ?? '').code).toBe('AA')
    }
    expect(hl7.intake.taken).toHaveLength(10)
    for (const one of senders) one.end()
  })

  it('leaves nothing of the patient in the log, which outages do not fill [INBOX-79]', async () => {
    const logging = await hl7.startServer()
    const one = await hl7.connect(logging.port)
    hl7.intake.failure = Object.assign(new Error('failed'), {
      detail: 'Salma Haddad',
      cause: new SyntaxError('4711 F100'),
    })
    for (let count = 0; count < 5; count += 1)
      expect(readAnswer((await one.send(resultMessage())) ?? '').code).toBe('AE')
    await one.send(segments(msh(), PATIENT, 'OBX|1|ED|||^^PDF^Base64^4711!'))
    one.write('\vMSH|^~\\&|Salma Haddad 4711\v')
    await one.closed
    await expect.poll(() => hl7.logLines).toHaveLength(2)
    expect(hl7.logLines.join()).toContain('bytes that are no message')
    expect(hl7.logLines.join()).not.toMatch(/Haddad|4711|F100|MSG\d/)
    await logging.stop()
  })

  it('gets AE while the database does not answer [INBOX-73]', async () => {
    const { database } = hl7.app
    const failing = {
      ...database,
      maybeOne: () => Promise.reject(new Error('The database is not available')),
    }
    const messages = createHl7Messages({
      database: failing,
      intake: hl7.intake,
      clock: systemClock,
      timeZone: async () => 'UTC',
      reportFailure: () => {},
    })
    const peer = { certificate: hl7.client.fingerprint, address: '127.0.0.1' }
    const answer = await messages.answer(peer, Buffer.from(resultMessage()))
    expect(readAnswer(answer ?? '')).toMatchObject({ code: 'AE' })
  })

  it('falls out of memory after 90 days [INBOX-79]', async () => {
    await send(resultMessage({ controlId: 'OLD' }))
    await send(resultMessage({ controlId: 'NEW' }))
    for (const [controlId, days] of [
      ['OLD', 91],
      ['NEW', 89],
    ])
      await hl7.app.database.execute(
        'update inbox_messages set received_at = now() - make_interval(days => $2) where control_id = $1',
        [controlId, days],
      )
    await server.messages.removeOldMessages()
    expect(await hl7.storedAnswers()).toMatchObject([{ controlId: 'NEW' }])
  })
})
