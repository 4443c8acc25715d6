import { Writable } from 'node:stream'
import { afterEach, expect, it } from 'vitest'
import { createLogger, logConsole } from './logger.ts'

const output = console
const { error, trace, warn } = output
afterEach(() => {
  Object.assign(output, { error, trace, warn })
})

it('writes what libraries print as lines of the log, without data [OPS-72]', () => {
  const lines: object[] = []
  const destination = new Writable({
    write(line: Buffer, _, done) {
      lines.push(JSON.parse(line.toString()) as object)
      done()
    },
  })
  logConsole(createLogger('info', destination))
  output.trace(new Error('Lost the connection of amal@mail.test'))
  output.error('Retried %s times, and still failed:', 100, new Error('no answer'))
  output.warn('Task has an invalid return value', { patient: 'Amal' })
  expect(lines).toMatchObject([
    { level: 40, err: { message: 'Lost the connection of [address]' }, msg: 'a library reports an error' },
    { level: 40, err: { message: 'no answer' }, msg: 'Retried %s times, and still failed:' },
    { level: 40, msg: 'Task has an invalid return value' },
  ])
  expect(JSON.stringify(lines)).not.toContain('Amal')
})
