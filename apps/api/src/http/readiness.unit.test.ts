import { expect, it } from 'vitest'
import { createReadiness } from './readiness.ts'

const well = () => Promise.resolve()
const broken = () => Promise.reject(new Error('away'))

it('readiness names each part, and an optional one never takes the service out of rotation [SEE-07]', async () => {
  const parts = { database: { check: well }, queue: { check: broken, isOptional: true } }
  expect(await createReadiness(parts).read()).toEqual({
    status: 'ready',
    parts: { database: 'ok', queue: 'failing' },
  })
  const down = createReadiness({ ...parts, storage: { check: broken } })
  expect(await down.read()).toEqual({
    status: 'not ready',
    parts: { database: 'ok', queue: 'failing', storage: 'failing' },
  })
})

it('readiness times out on a silent part and probes each part once for many requests [SEE-07]', async () => {
  let asked = 0
  const silent = () => {
    asked += 1
    return new Promise(() => {})
  }
  const readiness = createReadiness({ database: { check: silent } }, { checkMs: 20, keepMs: 60_000 })
  const answers = await Promise.all(Array.from({ length: 50 }, () => readiness.read()))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['not ready']))
  expect(asked).toBe(1)
})

it('readiness reports a shutdown at once, ignoring cached results [SEE-08]', async () => {
  const readiness = createReadiness({ database: { check: well } }, { keepMs: 60_000 })
  expect((await readiness.read()).status).toBe('ready')
  readiness.stop()
  expect((await readiness.read()).status).toBe('stopping')
})
