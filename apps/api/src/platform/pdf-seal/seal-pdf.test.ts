import { X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { Certificate } from 'pkijs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areInstalled } from '../../testing/programs.ts'
import { createTestAuthority, run, SEAL_PASSWORD, type TestAuthority } from '../../testing/seal-keys.ts'
import { createSealablePdf, readSeal, verifyWithOpenssl } from '../../testing/sealed-pdf.ts'
import { addSealPlaceholder, SIGNATURE_BYTES } from './add-seal-placeholder.ts'
import { SealError } from './seal-error.ts'
import { loadSealKey, type SealKey } from './seal-key.ts'
import { sealPdf } from './seal-pdf.ts'

const KINDS = ['RSA 2048', 'RSA 4096', 'ECDSA P-256', 'ECDSA P-384'] as const
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'

/** After the start of the certificates' validity, which are issued while the tests run. */
const at = new Date(Date.now() + 60_000)
const keys = new Map<string, SealKey>()
let authority: TestAuthority

const keyOf = (kind: string): SealKey => {
  const key = keys.get(kind)
  if (!key) throw new Error(`No key ${kind}`)
  return key
}

beforeAll(async () => {
  authority = createTestAuthority()
  for (const kind of KINDS) {
    authority.issue(kind, kind, '/O=Test/CN=Test Lab')
    const loaded = await loadSealKey({ p12: authority.p12(kind), password: SEAL_PASSWORD, at })
    if ('key' in loaded) keys.set(kind, loaded.key)
  }
})
afterAll(() => authority.remove())

describe('a sealed document', () => {
  it.each(KINDS)('carries a valid CAdES signature by a key of %s [STAMP-30]', async (kind) => {
    for (const useObjectStreams of [true, false]) {
      const sealed = await sealPdf(await createSealablePdf({ useObjectStreams }), keyOf(kind), { at })
      verifyWithOpenssl(authority, sealed)
    }
  })

  it('includes everything in the signature, except for its digits [STAMP-31]', async () => {
    const pdf = await createSealablePdf()
    const sealed = await sealPdf(pdf, keyOf('RSA 2048'), { at })
    const { range, gap } = readSeal(sealed)
    expect(sealed.length).toBe(pdf.length)
    expect(range.start).toBe(0)
    expect(range.restStart + range.restLength).toBe(sealed.length)
    expect(gap).toMatch(new RegExp(`^<[0-9a-f]{${SIGNATURE_BYTES * 2}}>$`))
  })

  it.each(['first', 'last'] as const)(
    'fails verification after a change before the %s byte [STAMP-31]',
    async (end) => {
      const sealed = Buffer.from(await sealPdf(await createSealablePdf(), keyOf('ECDSA P-256'), { at }))
      const { range } = readSeal(sealed)
      // A byte of the header's comment, and one of the file's last line.
      const place = end === 'first' ? range.start + 12 : sealed.length - 2
      sealed[place] = (sealed[place] ?? 0) ^ 1
      expect(() => verifyWithOpenssl(authority, sealed)).toThrow()
    },
  )

  it('names its certificate in the signed attributes, and no time [STAMP-32]', async () => {
    const { signer, signedData } = readSeal(
      await sealPdf(await createSealablePdf(), keyOf('RSA 2048'), { at }),
    )
    const types = signer?.signedAttrs?.attributes.map(({ type }) => type)
    // In DER order.
    expect(types).toEqual([CONTENT_TYPE, MESSAGE_DIGEST, SIGNING_CERTIFICATE_V2])
    expect(signer?.unsignedAttrs).toBeUndefined()
    expect(signedData.encapContentInfo.eContent).toBeUndefined()
  })

  it('contains the certificates of the key and of its issuer, unchanged [STAMP-32]', async () => {
    const key = keyOf('ECDSA P-384')
    const { signedData } = readSeal(await sealPdf(await createSealablePdf(), key, { at }))
    const included = signedData.certificates?.map((certificate) =>
      certificate instanceof Certificate
        ? new X509Certificate(Buffer.from(certificate.toSchema().toBER())).fingerprint256
        : '',
    )
    const expected = key.certificates.map(({ fingerprint256 }) => fingerprint256)
    expect(expected).toHaveLength(2)
    expect(included).toEqual(expected)
  })

  it('contains one invisible, locked signature field on page 1 with name, reason and time [STAMP-32]', async () => {
    const signedAt = new Date('2026-11-20T10:20:30Z')
    const sealed = await sealPdf(await createSealablePdf({ signedAt }), keyOf('RSA 2048'), { at })
    const document = await PDFDocument.load(sealed)
    const form = document.catalog.lookup(PDFName.of('AcroForm'), PDFDict)
    expect(form.get(PDFName.of('SigFlags'))?.toString()).toBe('3')
    const [field, ...others] = document.getForm().getFields()
    expect(others).toEqual([])
    const widget = field?.acroField.dict
    expect(document.getPage(0).node.Annots()?.lookup(0)).toBe(widget)
    expect(widget?.get(PDFName.of('Rect'))?.toString()).toBe('[ 0 0 0 0 ]')
    expect(widget?.get(PDFName.of('F'))?.toString()).toBe('132')
    const signature = widget?.lookup(PDFName.of('V'), PDFDict)
    expect(signature?.get(PDFName.of('SubFilter'))?.toString()).toBe('/ETSI.CAdES.detached')
    expect(signature?.get(PDFName.of('M'))?.toString()).toBe('(D:20261120102030Z)')
  })

  it('keeps the forms and annotations of the document [STAMP-32]', async () => {
    const document = await PDFDocument.create()
    const page = document.addPage()
    document.getForm().createTextField('comment').addToPage(page)
    addSealPlaceholder(document, { name: 'Lab', reason: 'Copy', signedAt: at })
    const sealed = await sealPdf(await document.save(), keyOf('RSA 2048'), { at })
    verifyWithOpenssl(authority, sealed)
    const names = (await PDFDocument.load(sealed))
      .getForm()
      .getFields()
      .map((field) => field.getName())
    expect(names).toEqual(['comment', expect.stringMatching(/^Seal-[0-9a-f]{16}$/)])
  })

  it('loses its seal when it is changed, and can be sealed again [STAMP-32]', async () => {
    const first = await sealPdf(await createSealablePdf(), keyOf('RSA 2048'), { at })
    const document = await PDFDocument.load(first)
    document.catalog.set(PDFName.of('Perms'), document.context.obj({}))
    addSealPlaceholder(document, { name: 'Lab', reason: 'Copy', signedAt: at })
    const again = await PDFDocument.load(await sealPdf(await document.save(), keyOf('RSA 2048'), { at }))
    const fields = again.getForm().getFields()
    const isSigned = fields.map(({ acroField }) => acroField.dict.has(PDFName.of('V')))
    expect(isSigned).toEqual([false, true])
    expect(new Set(fields.map((field) => field.getName())).size).toBe(2)
    expect(again.catalog.has(PDFName.of('Perms'))).toBe(false)
  })

  it('shows its seal on page 1 alone when pages share their annotations [STAMP-32]', async () => {
    const document = await PDFDocument.create()
    const shared = document.context.register(document.context.obj([]))
    for (const page of [document.addPage(), document.addPage()]) page.node.set(PDFName.of('Annots'), shared)
    addSealPlaceholder(document, { name: 'Lab', reason: 'Copy', signedAt: at })
    expect(document.getPages().map(({ node }) => node.Annots()?.size())).toEqual([1, 0])
  })
})

describe('sealing a document', () => {
  const problemOf = async (pdf: Uint8Array, time = at) => {
    const error: unknown = await sealPdf(pdf, keyOf('ECDSA P-256'), { at: time }).catch(
      (thrown: unknown) => thrown,
    )
    return error instanceof SealError ? error.problem : error
  }

  it('rejects a document without a placeholder [STAMP-33]', async () => {
    expect(await problemOf(await createSealablePdf({ placeholders: 0 }))).toBe('no-placeholder')
    expect(await problemOf(new Uint8Array(0))).toBe('no-placeholder')
  })

  it('rejects a document with two placeholders [STAMP-33]', async () => {
    expect(await problemOf(await createSealablePdf({ placeholders: 2 }))).toBe('several-placeholders')
  })

  it('rejects text that looks like the start of a second placeholder [STAMP-33]', async () => {
    const pdf = Buffer.from(await createSealablePdf())
    const start = pdf.indexOf('/ByteRange')
    const copy = pdf.subarray(start, start + 100)
    expect(await problemOf(Buffer.concat([pdf, copy]))).toBe('several-placeholders')
    expect(await problemOf(copy)).toBe('no-placeholder')
  })

  it('rejects a sealed document [STAMP-33]', async () => {
    const sealed = await sealPdf(await createSealablePdf(), keyOf('ECDSA P-256'), { at })
    expect(await problemOf(sealed)).toBe('no-placeholder')
  })

  it('rejects a certificate outside of its validity [STAMP-34]', async () => {
    const pdf = await createSealablePdf()
    const { validFrom, validTo } = keyOf('ECDSA P-256')
    expect(await problemOf(pdf, new Date(validTo.getTime() + 1000))).toBe('key-expired')
    expect(await problemOf(pdf, new Date(validFrom.getTime() - 1000))).toBe('key-not-yet-valid')
  })

  it('rejects certificates that do not fit [STAMP-33]', async () => {
    const key = keyOf('RSA 4096')
    const certificates = [...key.certificates, ...Array.from({ length: 50 }, () => key.certificates).flat()]
    await expect(sealPdf(await createSealablePdf(), { ...key, certificates }, { at })).rejects.toMatchObject({
      problem: 'signature-too-long',
    })
  })

  it('leaves the given bytes as they are [STAMP-33]', async () => {
    const pdf = await createSealablePdf()
    const before = Buffer.from(pdf)
    await sealPdf(pdf, keyOf('ECDSA P-256'), { at })
    expect(before.equals(pdf)).toBe(true)
  })
})

const pdfsig = (pdf: Uint8Array) => {
  writeFileSync(authority.file('sealed.pdf'), pdf)
  return run(authority.folder, 'pdfsig', 'sealed.pdf')
}

describe.skipIf(!areInstalled('pdfsig'))('pdfsig', () => {
  it.each(KINDS)('verifies a seal by a key of %s [STAMP-30]', async (kind) => {
    const said = pdfsig(await sealPdf(await createSealablePdf(), keyOf(kind), { at }))
    expect(said).toContain('Signature Validation: Signature is Valid.')
    expect(said).toContain('Total document signed')
    expect(said).toContain('Signature Type: ETSI.CAdES.detached')
    expect(said).toContain('Signer Certificate Common Name: Test Lab')
  })

  it('notices a changed byte [STAMP-31]', async () => {
    const sealed = Buffer.from(
      await sealPdf(await createSealablePdf({ useObjectStreams: false }), keyOf('RSA 2048'), { at }),
    )
    const place = sealed.indexOf('/MediaBox')
    sealed.write('9', sealed.indexOf('5', place), 'latin1')
    expect(pdfsig(sealed)).toContain('Signature Validation: Digest Mismatch.')
  })

  it('notices content that was appended [STAMP-31]', async () => {
    const sealed = await sealPdf(await createSealablePdf(), keyOf('RSA 2048'), { at })
    const said = pdfsig(Buffer.concat([sealed, Buffer.from('\n% appended\n')]))
    expect(said).toContain('Not total document signed')
  })
})
