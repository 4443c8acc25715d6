import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../testing/api-client.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { registerPatient } from '../../testing/test-records.ts'
import { parseHead, readHeads } from './chain-heads.ts'

let app: TestApp
let desk: ApiClient
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zelab-heads-'))
  app = await startTestApp({ auditHeadFile: path.join(folder, 'heads.log') })
  desk = await app.signedIn('Receptionist')
})
afterEach(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const seals = () => app.services.seals
const headFile = () => path.join(folder, 'heads.log')
const sealTimes = async (times: number) => {
  for (let time = 0; time < times; time++) {
    await registerPatient(desk)
    await seals().seal()
  }
}

describe('chain heads stored outside of the database', () => {
  it('fill a file with one line per seal, and agree with the chain [SAFE-23]', async () => {
    await sealTimes(3)
    await seals().seal()
    const lines = (await readFile(headFile(), 'utf8')).trimEnd().split('\n')
    expect(lines).toHaveLength(3)
    const { head } = await seals().verify()
    expect(lines[2]).toMatch(new RegExp(`^\\d{4}-.+Z 3 \\d+ ${head}$`))
    expect(await seals().verify(readHeads(headFile()))).toMatchObject({ isWhole: true, comparedHeads: 3 })
    const typed = parseHead(lines[0]?.split(' ')[3] ?? '')
    expect(await seals().verify(typed && [typed])).toMatchObject({ isWhole: true, comparedHeads: 1 })
    expect(parseHead('nonsense')).toBeUndefined()
  })

  it('match only the entry they were stored with [SAFE-23]', async () => {
    await sealTimes(2)
    const [first = '', second = ''] = (await readFile(headFile(), 'utf8')).trimEnd().split('\n')
    const withHashOf = (line: string, other: string) => line.slice(0, -64) + other.slice(-64)
    await writeFile(headFile(), `${withHashOf(first, second)}\n${withHashOf(second, first)}\n`)
    expect((await seals().verify(readHeads(headFile()))).problems).toHaveLength(2)
  })

  it('fail verification when the file is malformed or out of order [SAFE-23]', async () => {
    await sealTimes(2)
    const lines = (await readFile(headFile(), 'utf8')).trimEnd().split('\n')
    await writeFile(headFile(), `${lines.toReversed().join('\n')}\n`)
    expect((await seals().verify(readHeads(headFile()))).problems).toEqual([
      expect.stringMatching(/^The kept heads are out of order/),
    ])
    await writeFile(headFile(), 'something else\n')
    await expect(seals().verify(readHeads(headFile()))).rejects.toThrow('is no head of a chain')
  })
})
