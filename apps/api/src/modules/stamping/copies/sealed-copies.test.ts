import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../testing/api-client.ts'
import { pdfOfText } from '../../../testing/hostile-files.ts'
import { areInstalled } from '../../../testing/programs.ts'
import {
  createTestAuthority,
  SEAL_PASSWORD,
  VALID_DAYS,
  type TestAuthority,
} from '../../../testing/seal-keys.ts'
import { startTestApp, type TestApp, type TestLab } from '../../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient, uploadFile } from '../../../testing/test-records.ts'

let authority: TestAuthority
let folder: string
let app: TestApp
let lab: TestLab
let admin: ApiClient
let doctor: ApiClient
let typeId: number
let now = () => new Date()

beforeAll(async () => {
  authority = createTestAuthority()
  authority.issue('lab', 'RSA 2048', '/O=Al Noor Laboratory/CN=Al Noor Laboratory')
  folder = mkdtempSync(path.join(tmpdir(), 'zelab-keys-'))
  app = await startTestApp({
    clock: { now: () => now() },
    seal: {
      keys: {
        ownersFolder: path.join(folder, 'seals'),
        common: {
          p12File: path.join(folder, 'seal.p12'),
          isRequired: false,
          password: SEAL_PASSWORD,
          passwordFile: undefined,
        },
      },
      tsaUrl: undefined,
    },
  })
  admin = await app.signedIn('Admin')
  typeId = await addReportType(admin)
})
beforeEach(async () => {
  now = () => new Date()
  writeFileSync(path.join(folder, 'seal.p12'), authority.p12('lab'), { mode: 0o600 })
  lab = await app.createLab()
  doctor = await app.signedIn('Doctor', lab)
  await admin.put(`/lab/updateLetterhead/${lab.id}`, {
    isUsed: true,
    corner: 'bottom-right',
    marginX: 10,
    marginY: 10,
    showsSignature: false,
  })
})
afterAll(async () => {
  await app.stop()
  authority.remove()
  rmSync(folder, { recursive: true })
})

const publish = async (change = (content: Buffer) => content) => {
  const content = change(await pdfOfText(['Patient: Layla Haddad', `Result ${Math.random()}`]))
  const { id, filePath } = await publishReport(doctor, await registerPatient(doctor), typeId, {
    fileUrl: await uploadFile(doctor, content),
  })
  return { id, filePath: filePath }
}
const read = async (address: string) => Buffer.from(await (await doctor.raw('GET', address)).arrayBuffer())
const stampOf = async (id: number) => (await doctor.get(`/report/getById/${id}`)).body.data.stamp
const sealOf = async () => (await admin.get(`/lab/getLetterhead/${lab.id}`)).body.data.seal
const signaturesOf = (content: Buffer) => {
  const file = path.join(folder, 'shown.pdf')
  writeFileSync(file, content)
  return execFileSync('pdfsig', ['-nocert', file], { encoding: 'utf8', stdio: 'pipe' })
}

describe.skipIf(!areInstalled('pdfsig'))('sealing copies with a key', () => {
  it('covers slips too, and the settings name it [STAMP-26]', async () => {
    const { id, filePath } = await publish()
    const answer = signaturesOf(await read(filePath))
    expect(answer).toContain('Signature is Valid.')
    expect(answer).toContain('ETSI.CAdES.detached')
    expect(answer).toContain('Total document signed')
    expect(await stampOf(id)).toMatchObject({ kind: 'stamped', isSealed: true, sealProblem: null })
    const seal = await sealOf()
    expect(seal).toMatchObject({
      problem: null,
      subject: expect.stringContaining('Al Noor Laboratory'),
      isTimestamped: false,
    })
    const daysLeft = (new Date(seal.validUntil).getTime() - Date.now()) / 86_400_000
    expect(Math.round(daysLeft)).toBe(VALID_DAYS)

    const signed = await publish((content) =>
      Buffer.from(
        content.toString('latin1').replace('/Type /Catalog', '/Type /Catalog /Perms << /DocMDP 1 0 R >>'),
        'latin1',
      ),
    )
    await read(signed.filePath)
    const stamp = await stampOf(signed.id)
    expect(stamp).toMatchObject({ kind: 'slip', isSealed: true })
    expect(signaturesOf(await read(stamp.slipAddress))).toContain('Signature is Valid.')
  })

  it.each([
    [
      'expired',
      () => {
        now = () => new Date(Date.now() + (VALID_DAYS + 1) * 86_400_000)
      },
    ],
    [
      'not-yet-valid',
      () => {
        now = () => new Date(Date.now() - 86_400_000 * 2)
      },
    ],
    [
      'wrong-password',
      () => writeFileSync(path.join(folder, 'seal.p12'), authority.p12('lab', [], 'another')),
    ],
    ['not-a-p12', () => writeFileSync(path.join(folder, 'seal.p12'), 'no key at all')],
  ] as const)(
    'gives way to copies without a seal when the key is %s, which is said [STAMP-26]',
    async (problem, spoil) => {
      const { id, filePath } = await publish()
      spoil()
      const content = await read(filePath)
      expect(content.subarray(0, 5).toString()).toBe('%PDF-')
      expect(content.includes('/ByteRange')).toBe(false)
      expect(await stampOf(id)).toMatchObject({ kind: 'stamped', isSealed: false, sealProblem: problem })
      expect((await sealOf()).problem).toBe(problem)
    },
  )

  it('leaves copies sealed that were sealed before [STAMP-26]', async () => {
    const { filePath } = await publish()
    const sealed = await read(filePath)
    rmSync(path.join(folder, 'seal.p12'))
    expect(await sealOf()).toBeNull()
    expect((await read(filePath)).equals(sealed)).toBe(true)
    const { id, filePath: next } = await publish()
    expect((await read(next)).includes('/ByteRange')).toBe(false)
    expect(await stampOf(id)).toMatchObject({ isSealed: false, sealProblem: null })
  })
})
